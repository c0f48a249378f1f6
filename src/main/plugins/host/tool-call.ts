import { AsyncLocalStorage } from 'node:async_hooks'
import { format } from 'node:util'
import type { JsonValue, ToolContext, ToolInstance } from '@spora/sdk'
import { wellFormedText, wellFormedValue } from '../../text/well-formed.ts'
import { type ExecuteParams, type ExecuteResult, RESULT_LIMIT } from './protocol.ts'

export interface CallServices {
  readonly signal: AbortSignal
  readonly fetch: typeof fetch
  progress(fraction: number | null, text: string): void
}

/** The running call, for code that uses the global `fetch`. */
export const currentCall = new AsyncLocalStorage<CallServices>()

/** Runs a call. Whatever the tool does, the answer is a result (D8); the stack goes to the plugin's log. */
export async function runCall(
  tool: ToolInstance,
  params: ExecuteParams,
  services: CallServices,
): Promise<ExecuteResult> {
  const context: ToolContext = {
    ownerUserId: params.principal.ownerUserId,
    runnerUserId: params.principal.runnerUserId,
    principalId: params.principal.principalId,
    type: params.principal.type,
    isResolvable: () => params.principal.resolvable,
    settings: params.settings,
    callId: params.callId,
    signal: services.signal,
    fetch: services.fetch,
    progress: (fraction, text = '') =>
      services.progress(Number.isFinite(fraction) ? Math.min(1, Math.max(0, fraction)) : null, String(text)),
    log: (...items) => console.log(format(...items)),
  }
  try {
    const answer: unknown = await currentCall.run(services, async () =>
      tool.execute(params.arguments as never, params.agentId, params.taskId, context),
    )
    return checked(answer)
  } catch (error) {
    if (services.signal.aborted)
      return { success: false, content: `The call was stopped: ${reasonOf(services.signal)}`, data: null }
    console.error(error)
    return { success: false, content: `The tool failed: ${firstLine(error)}`, data: null }
  }
}

function checked(answer: unknown): ExecuteResult {
  const {
    success,
    content,
    data = null,
  } = (typeof answer === 'object' && answer !== null ? answer : {}) as Partial<ExecuteResult>
  if (typeof success !== 'boolean' || typeof content !== 'string')
    return invalid(
      `execute() gave ${answer === null ? 'null' : typeof answer} instead of ToolResult.ok(text) or ToolResult.fail(text).`,
    )
  const json = jsonOf(data)
  if (json === undefined) return invalid('the data of the result is not plain JSON.')
  if (content.length + json.length > RESULT_LIMIT)
    return invalid(`the result is larger than ${RESULT_LIMIT / 1_000_000} MB.`)
  return { success, content: wellFormedText(content), data: wellFormedValue(JSON.parse(json) as JsonValue) }
}

function invalid(what: string): ExecuteResult {
  console.error(`TOOL_RESULT_INVALID: ${what}`)
  return { success: false, content: `The tool gave no usable answer: ${what}`, data: null }
}

function jsonOf(data: unknown): string | undefined {
  try {
    return JSON.stringify(data ?? null)
  } catch {
    return undefined
  }
}

function reasonOf(signal: AbortSignal): string {
  return signal.reason instanceof Error ? signal.reason.message : String(signal.reason)
}

function firstLine(error: unknown): string {
  const text = refusedAccess(error) ?? (error instanceof Error ? error.message || error.name : String(error))
  return (text.split('\n')[0] ?? '').slice(0, 500)
}

const ACCESS: ReadonlyMap<unknown, string> = new Map([
  ['FileSystemRead', 'read'],
  ['FileSystemWrite', 'write'],
])

/** What Node's permission model says of a refused file names switches nobody here can set. */
function refusedAccess(error: unknown): string | null {
  const { code, permission, resource } = (error ?? {}) as Record<string, unknown>
  const verb = code === 'ERR_ACCESS_DENIED' ? ACCESS.get(permission) : undefined
  if (!verb) return null
  return `It may not ${verb} ${typeof resource === 'string' && resource ? resource : 'that file'}. A plugin writes in its own data folder (its working directory) and reads what "permissions.fs" in plugin.json names.`
}
