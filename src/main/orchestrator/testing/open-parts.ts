import { join } from 'node:path'
import { AgentStore } from '../../agents/agent-store.ts'
import { ToolActivation } from '../../agents/tool-activation.ts'
import { EventBus } from '../../events/event-bus.ts'
import { createFileVault } from '../../settings/file-vault.ts'
import type { SettingLookups } from '../../settings/setting-lookups.ts'
import { ToolConfigService } from '../../settings/tool-config-service.ts'
import type { Vault } from '../../settings/vault.ts'
import { now } from '../../storage/clock.ts'
import type { StorageFaults } from '../../storage/faults.ts'
import { type Database, openDatabase } from '../../storage/open-database.ts'
import { llmDriverConfigurations } from '../../storage/schema.ts'
import type { RegisteredTool } from '../../tools/registered-tool.ts'
import { ToolRegistry } from '../../tools/tool-registry.ts'

export const MODEL = { id: 1, name: 'Scripted', is_ai: false }

/**
 * The real parts under the orchestrator, in a folder, with these tools, and one model configuration. Drivers are not
 * loaded: the model is scripted.
 */
export function openParts(
  folder: string,
  tools: readonly RegisteredTool[],
  options: {
    readonly storageFaults?: StorageFaults
    readonly vault?: Vault
    readonly skill?: SettingLookups['skill']
  } = {},
) {
  const { storageFaults, vault = createFileVault(join(folder, 'vault.key')), skill = () => null } = options
  const database = openDatabase(join(folder, 'spora.db'), storageFaults ? { faults: storageFaults } : {})
  const registry = new ToolRegistry()
  registry.register(tools)
  const at = now()
  const modelRow = { id: MODEL.id, name: MODEL.name, driver: 'scripted', settings: {}, isDefault: true }
  database.orm
    .insert(llmDriverConfigurations)
    .values({ ...modelRow, createdAt: at, updatedAt: at })
    .onConflictDoNothing()
    .run()
  const models = { info: () => MODEL, configFor: () => MODEL.id, thatCallTools: () => ['Able'] }
  return { ...partsOn({ database, registry, vault, skill }), models }
}

/** What is built over an open database: again, for what only it may know of it. */
export function partsOn({ database, registry, vault, skill }: PartsOnOptions) {
  const events = new EventBus()
  const agentName = (id: number) => agents.nameFor(id, 1)
  const lookups = { agentOwner: () => 1, agentName, skill, options: () => null }
  const config: ToolConfigService = new ToolConfigService({ database, registry, vault, events, lookups })
  const agents = new AgentStore({ database, config, events })
  const activation = new ToolActivation({ database, registry, config, events, agents })
  return { database, events, registry, vault, config, activation, agents }
}

interface PartsOnOptions {
  readonly database: Database
  readonly registry: ToolRegistry
  readonly vault: Vault
  readonly skill: SettingLookups['skill']
}
