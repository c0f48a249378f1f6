import { join } from 'node:path'
import type { JsonValue } from '@spora/sdk'
import { onTestFinished } from 'vitest'
import type { PluginView } from '../../../shared/contract/plugins.ts'
import { AgentStore } from '../../agents/agent-store.ts'
import { ToolActivation } from '../../agents/tool-activation.ts'
import { ToolData } from '../../agents/tool-data.ts'
import { EventBus } from '../../events/event-bus.ts'
import { createFileVault } from '../../settings/file-vault.ts'
import { ToolConfigService } from '../../settings/tool-config-service.ts'
import { openDatabase } from '../../storage/open-database.ts'
import type { ToolInvocation, ToolOutcome } from '../../tools/registered-tool.ts'
import { ToolRegistry } from '../../tools/tool-registry.ts'
import { forkNodeHost } from '../fork-node.ts'
import { PluginService, type PluginServiceOptions } from '../plugin-service.ts'
import { builtHost } from './built-host.ts'
import { temporaryFolder } from './plugin-folder.ts'

export interface PluginApp {
  readonly service: PluginService
  readonly registry: ToolRegistry
  readonly config: ToolConfigService
  readonly agents: AgentStore
  readonly activation: ToolActivation
  readonly database: ReturnType<typeof openDatabase>
  readonly dataFolder: string
  /** Chooses, reviews and adds as an operator would. */
  add(folder: string, options?: { mode?: 'link' | 'copy'; replace?: boolean }): Promise<PluginView>
  call(qualifiedName: string, args: Record<string, JsonValue>, options?: CallOptions): Promise<ToolOutcome>
  /** The same data folder in the next start of the app. */
  restart(options?: Partial<PluginServiceOptions>): Promise<PluginApp>
}

export interface CallOptions {
  readonly operation?: string
  readonly settings?: Record<string, JsonValue>
  readonly timeoutMs?: number
  readonly signal?: AbortSignal
  readonly onProgress?: (fraction: number | null, text: string) => void
}

/** The plugins part as compose builds it, on a temporary data folder, with short deadlines. */
export async function pluginApp(options: Partial<PluginServiceOptions> = {}): Promise<PluginApp> {
  const dataFolder = options.dataFolder ?? temporaryFolder()
  const database = openDatabase(join(dataFolder, 'spora.db'))
  const registry = new ToolRegistry()
  const outFolder = await builtHost()
  const events = options.events ?? new EventBus()
  const config: ToolConfigService = new ToolConfigService({
    database,
    registry,
    vault: createFileVault(join(dataFolder, 'key')),
    events,
    lookups: {
      agentOwner: id => agents.owner(id).ownerUserId,
      agentName: () => null,
      skill: () => null,
      options: () => null,
      absentTool: toolClass => service.absentTools().find(({ tool }) => tool.toolClass === toolClass)?.tool,
    },
  })
  const agents = new AgentStore({ database, events, config })
  const activation = new ToolActivation({ database, events, registry, config, agents })
  const service: PluginService = new PluginService({
    database,
    registry,
    events,
    toolData: new ToolData({ database, events, config, activation }),
    forkHost: forkNodeHost({ outFolder }),
    shippedFolder: null,
    enforces: { net: false, fs: true, env: true },
    ...options,
    dataFolder,
    deadlines: { restartMs: [0], graceMs: 300, shutdownMs: 500, ...options.deadlines },
  })
  let open = true
  const close = async () => {
    if (!open) return
    open = false
    await service.settled()
    await service.stop()
    database.close()
  }
  onTestFinished(close)
  await service.start()
  return {
    service,
    registry,
    config,
    agents,
    activation,
    database,
    dataFolder,
    async add(folder, { mode = 'link', replace = false } = {}) {
      const review = await service.choose(folder)
      return service.add({ candidate_id: review.candidate_id, digest: review.digest ?? '', mode, replace })
    },
    async call(qualifiedName, args, { operation, settings = {}, timeoutMs = 10_000, signal, onProgress } = {}) {
      const tool = registry.byName(qualifiedName)
      if (!tool)
        throw new Error(
          `No tool ${qualifiedName}; there are ${registry
            .list()
            .map(each => each.qualifiedName)
            .join(', ')}`,
        )
      const invocation: ToolInvocation = {
        arguments: args,
        operation: operation ?? tool.metadata.operations[0]?.name ?? tool.metadata.tool.name,
        agentId: 7,
        taskId: 11,
        callId: 'call-1',
        principal: { ownerUserId: 1, runnerUserId: 2, principalId: 3, type: 'user', isResolvable: () => true },
        settings,
        signal: signal ?? new AbortController().signal,
        timeoutMs,
        progress: (fraction, text) => onProgress?.(fraction, text),
      }
      return tool.runner.execute(invocation)
    },
    async restart(more = {}) {
      await close()
      return pluginApp({ ...options, ...more, dataFolder })
    },
  }
}
