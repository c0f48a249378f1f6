import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type JsonValue, type OperationInfo, type SettingInfo, ToolResult } from '@spora/sdk'
import { completeOperation } from '../../../sdk/operations-of.ts'
import type { SettingChange, SettingFieldView, SettingScope, SettingsView } from '../../../shared/contract/settings.ts'
import { SporaError } from '../../../shared/spora-error.ts'
import { AgentStore } from '../../agents/agent-store.ts'
import { ToolActivation } from '../../agents/tool-activation.ts'
import { EventBus } from '../../events/event-bus.ts'
import { databaseFile } from '../../storage/data-folder.ts'
import { openDatabase } from '../../storage/open-database.ts'
import { registeredTool } from '../../tools/create-registered-tool.ts'
import type { RegisteredTool } from '../../tools/registered-tool.ts'
import { ToolRegistry } from '../../tools/tool-registry.ts'
import { createFileVault } from '../file-vault.ts'
import { ToolConfigService } from '../tool-config-service.ts'
import type { Vault } from '../vault.ts'

/** A tool with these settings and operations; the class is `acme/<Name>Tool`. */
export function toolWith(settings: readonly SettingInfo[], operations: readonly OperationInfo[] = [], name = 'search') {
  return registeredTool({
    metadata: {
      className: `${name[0]?.toUpperCase()}${name.slice(1)}Tool`,
      tool: { name, description: `Does ${name}.`, displayName: null, category: 'general', icon: null },
      operations: operations.map(completeOperation),
      parameters: [],
      settings,
    },
    slug: 'acme',
    pluginName: 'Acme',
    runner: {
      execute: async () => ({ kind: 'result', result: ToolResult.ok('done') }),
      describe: async () => null,
    },
  })
}

/** Real parts on a real file in a folder of their own. */
export function settingWorld(vaultOf?: (folder: string) => Vault) {
  const folder = mkdtempSync(join(tmpdir(), 'spora-settings-'))
  const file = databaseFile(folder)
  const build = (vault: Vault, tools: readonly RegisteredTool[]) => {
    const database = openDatabase(file)
    const events = new EventBus()
    const registry = new ToolRegistry()
    registry.register(tools)
    const config: ToolConfigService = new ToolConfigService({
      database,
      registry,
      vault,
      events,
      lookups: {
        agentOwner: id => agents.owner(id).ownerUserId,
        agentName: (id, userId) => agents.nameFor(id, userId),
        skill: name => (name === 'tax' ? { name, description: 'About taxes.' } : null),
        options: source =>
          source === '/agents'
            ? agents.list().map(({ id, name }) => ({ value: id, label: name, description: null }))
            : null,
      },
    })
    const agents: AgentStore = new AgentStore({ database, events, config })
    const activation = new ToolActivation({ database, events, registry, config, agents })
    return { database, events, registry, vault, config, agents, activation }
  }
  let parts = build(vaultOf?.(folder) ?? createFileVault(join(folder, 'vault.key')), [])
  const view = (tool: RegisteredTool, scope: SettingScope): SettingsView => parts.config.view(tool.toolClass, scope)
  return {
    folder,
    file,
    get parts() {
      return parts
    },
    view,
    field(tool: RegisteredTool, scope: SettingScope, key: string): SettingFieldView {
      const found = view(tool, scope).fields.find(({ schema }) => schema.key === key)
      if (!found) throw new Error(`There is no field ${key}.`)
      return found
    },
    save(tool: RegisteredTool, scope: SettingScope, ...changes: SettingChange[]): SettingsView {
      return parts.config.save(tool.toolClass, scope, view(tool, scope).revision, changes)
    },
    set(tool: RegisteredTool, scope: SettingScope, values: Record<string, JsonValue>): SettingsView {
      const changes = Object.entries(values).map(([key, value]) => ({ key, action: 'set', value }) as const)
      return this.save(tool, scope, ...changes)
    },
    /** The app quits and starts again, perhaps with another vault and other tools. */
    restart({
      vault = parts.vault,
      tools = parts.registry.list(),
    }: {
      vault?: Vault
      tools?: readonly RegisteredTool[]
    } = {}) {
      parts.database.close()
      parts = build(vault, tools)
    },
    close() {
      parts.database.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export type SettingWorld = ReturnType<typeof settingWorld>

/** The error that something was refused with. */
export function refusal(work: () => unknown): SporaError {
  try {
    work()
  } catch (error) {
    if (error instanceof SporaError) return error
    throw error
  }
  throw new Error('It was not refused.')
}

/** The code of the first field that was refused. */
export function refusedField(work: () => unknown): string | undefined {
  const error = refusal(work)
  if (error.code !== 'SETTING_INVALID') return error.code
  return (error.details.fields as { code: string }[])[0]?.code
}
