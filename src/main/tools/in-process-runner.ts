import { type ToolContext, type ToolInstance, ToolResult } from '@spora/sdk'
import { sentence } from '../text/sentence.ts'
import { CallClock } from './call-clock.ts'
import type { ToolInvocation, ToolOutcome, ToolRunner } from './registered-tool.ts'
import { toolResultFrom } from './tool-result-from.ts'

/** What a tool in this process is given besides the call itself. */
export interface InProcessServices {
  /** Without it the tool has no network: `context.fetch` rejects. */
  readonly fetch?: typeof fetch
  /** The author's log: `context.log`, and the stack of what was thrown. */
  readonly log?: (...items: unknown[]) => void
}

/** Calls a tool of this process and turns everything that can go wrong with it into an answer (D8). */
export function inProcessRunner(instance: ToolInstance, toolName: string, services: InProcessServices): ToolRunner {
  const log = services.log ?? (() => {})
  const failed = (error: unknown): ToolOutcome => {
    log(error)
    return answer(ToolResult.fail(`${toolName} failed: ${messageOf(error)}`))
  }
  return {
    async execute(invocation) {
      if (invocation.signal.aborted) return stopped(toolName)
      const stop = new AbortController()
      const { promise: ended, resolve: end } = Promise.withResolvers<ToolOutcome>()
      const clock = new CallClock(invocation.timeoutMs, () => {
        end(tooLate(toolName, invocation.timeoutMs))
        stop.abort(new Error('The time for this call is over.'))
      })
      const progress: ToolInvocation['progress'] = (fraction, text) => {
        invocation.progress(fraction, text)
        clock.alive()
      }
      const context = contextOf({ ...invocation, progress }, stop.signal, services)
      const onAbort = () => {
        end(stopped(toolName))
        stop.abort(invocation.signal.reason)
      }
      invocation.signal.addEventListener('abort', onAbort, { once: true })
      // What it answers after the end is ignored, and never an unhandled rejection.
      const work = (async () =>
        toolResultFrom(
          await instance.execute(invocation.arguments as never, invocation.agentId, invocation.taskId, context),
          toolName,
        ))().then(answer, failed)
      try {
        return await Promise.race([work, ended])
      } finally {
        clock.stop()
        invocation.signal.removeEventListener('abort', onAbort)
      }
    },
    async describe(args) {
      return await instance.describeAction(args as never)
    },
  }
}

function contextOf(invocation: ToolInvocation, signal: AbortSignal, services: InProcessServices): ToolContext {
  const { principal } = invocation
  return {
    ownerUserId: principal.ownerUserId,
    runnerUserId: principal.runnerUserId,
    principalId: principal.principalId,
    type: principal.type,
    isResolvable: () => principal.isResolvable(),
    settings: invocation.settings,
    callId: invocation.callId,
    signal,
    progress: (fraction, text) => invocation.progress(fraction, text ?? ''),
    log: services.log ?? (() => {}),
    fetch: services.fetch ?? (() => Promise.reject(new Error('This tool has no network access.'))),
  }
}

function answer(result: ToolResult): ToolOutcome {
  return { kind: 'result', result }
}

function stopped(toolName: string): ToolOutcome {
  return answer(ToolResult.fail(`${toolName} was stopped before it finished.`))
}

function tooLate(toolName: string, timeoutMs: number): ToolOutcome {
  const limit = timeoutMs % 1000 === 0 ? `${timeoutMs / 1000} s` : `${timeoutMs} ms`
  return answer(ToolResult.fail(`${toolName} did not answer within ${limit} and was stopped.`))
}

/** The first line only: a stack is for the author's log. */
function messageOf(error: unknown): string {
  const message = (error instanceof Error ? error.message : String(error)).split(/\r?\n/, 1)[0]?.trim() ?? ''
  return message === '' ? 'it gave no reason.' : sentence(message)
}
