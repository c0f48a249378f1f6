import { type JsonValue, type ToolMetadata, ToolResult } from '@spora/sdk'
import { discriminatorKey } from '../tools/operations.ts'
import type { ToolInvocation, ToolOutcome, ToolRunner } from '../tools/registered-tool.ts'
import { toolResultFrom } from '../tools/tool-result-from.ts'
import { operatorHosts } from './operator-hosts.ts'
import type { PluginLog } from './plugin-log.ts'
import type { PluginProcess } from './process/plugin-process.ts'

interface PluginRunnerOptions {
  readonly metadata: ToolMetadata
  readonly net: readonly string[]
  readonly log: PluginLog
  /** The process that serves now; another one after a reload. */
  readonly process: () => PluginProcess
}

/** Calls a plugin's tool in the plugin's process. */
export function pluginRunner({ metadata, net, log, process }: PluginRunnerOptions): ToolRunner {
  return {
    async execute(invocation) {
      for (const secret of secretsOf(metadata, invocation.settings)) log.hide(secret)
      const end = await process().execute(
        {
          tool: metadata.className,
          arguments: withOperation(metadata, invocation),
          agentId: invocation.agentId,
          taskId: invocation.taskId,
          callId: invocation.callId,
          principal: principalData(invocation),
          settings: declaredSettings(metadata, invocation.settings),
          allow: { net, named: operatorHosts(metadata.settings, invocation.settings) },
        },
        {
          timeoutMs: invocation.timeoutMs,
          signal: invocation.signal,
          onProgress: invocation.progress.bind(invocation),
        },
      )
      return outcome(end, metadata.tool.name)
    },
    ready: () => process().ready(),
    describe: args => process().describeAction({ tool: metadata.className, arguments: args }),
  }
}

function outcome(end: Awaited<ReturnType<PluginProcess['execute']>>, toolName: string): ToolOutcome {
  if (end.kind === 'lost') return end
  if (end.kind === 'refused') return { kind: 'result', result: ToolResult.fail(end.message) }
  return { kind: 'result', result: toolResultFrom(end.result, toolName) }
}

/** With one operation allowed the model may leave the discriminator out (F3); the tool gets it all the same. */
function withOperation(metadata: ToolMetadata, { arguments: args, operation }: ToolInvocation) {
  const key = discriminatorKey(metadata)
  return key === null ? args : { ...args, [key]: operation }
}

/** Nothing a tool did not declare reaches it. */
function declaredSettings(
  metadata: ToolMetadata,
  values: Readonly<Record<string, JsonValue>>,
): Record<string, JsonValue> {
  return Object.fromEntries(
    metadata.settings.flatMap(({ key }) => (values[key] === undefined ? [] : [[key, values[key]]])),
  )
}

function secretsOf(metadata: ToolMetadata, values: Readonly<Record<string, JsonValue>>): string[] {
  return metadata.settings.flatMap(({ key, type }) => {
    const value = values[key]
    return type === 'password' && typeof value === 'string' ? [value] : []
  })
}

function principalData({ principal }: ToolInvocation) {
  const { ownerUserId, runnerUserId, principalId, type } = principal
  return { ownerUserId, runnerUserId, principalId, type, resolvable: principal.isResolvable() }
}
