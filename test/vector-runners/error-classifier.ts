import { readContextError } from '../../src/main/models/http/context-overflow.ts'
import { EndpointErrors } from '../../src/main/models/http/endpoint-errors.ts'
import { readErrorBody } from '../../src/main/models/http/error-body.ts'
import type { ModelError } from '../../src/main/models/model-error.ts'
import { deviates, matched, skipped, unexplained, type VectorRunner, type Verdict } from './runner.ts'

interface Input {
  readonly exception: { kind: string; message: string; actualContextWindow?: number }
  readonly withParsedError?: string
}
interface Output {
  readonly code: string
  readonly retryable: boolean
  readonly isContextWindowError: boolean
  readonly actualContextWindow: number | null
  readonly withParsedError?: { actualContextWindow: number | null }
}

const errors = new EndpointErrors({
  configName: 'Work model',
  baseUrl: 'https://api.example.com/v1',
  model: 'scripted',
  secrets: [],
})

/** Our codes for what the reference calls it. */
const SAME: Readonly<Record<string, readonly string[]>> = {
  RATE_LIMIT: ['LLM_RATE_LIMIT'],
  LLM_TIMEOUT: ['LLM_TIMEOUT'],
  SERVER_OVERLOADED: ['LLM_OVERLOADED'],
  SERVER_ERROR: ['LLM_SERVER_ERROR'],
  GATEWAY_ERROR: ['LLM_SERVER_ERROR', 'LLM_OVERLOADED'],
  AUTH_ERROR: ['LLM_AUTH'],
  BAD_REQUEST: ['LLM_BAD_REQUEST', 'LLM_NO_TOOLS', 'CONTEXT_WINDOW'],
  UNKNOWN: ['LLM_ERROR', 'LLM_MODEL_NOT_FOUND', 'CONTEXT_WINDOW'],
}

export const run: VectorRunner = ({ input, output }) => {
  const { exception, withParsedError } = input as Input
  const theirs = output as Output
  const ours = modelErrorOf(exception)
  if (!ours) return skipped('comes from no model endpoint')
  if (withParsedError !== undefined && theirs.withParsedError) {
    const { limit } = readContextError(withParsedError)
    const kept = exception.actualContextWindow ?? null
    if ((limit ?? kept) !== theirs.withParsedError.actualContextWindow) return unexplained(`the limit is ${limit}`)
  }
  // A limit that somebody gave to the exception by hand; ours only has what the endpoint said.
  const handed = exception.actualContextWindow !== undefined && theirs.actualContextWindow !== null
  const limit = ours.info.contextLimit ?? null
  const overflow = ours.code === 'CONTEXT_WINDOW'
  const sameWindow =
    // A body that names a limit and no overflow is a bad request like others.
    (overflow === theirs.isContextWindowError && (handed || limit === theirs.actualContextWindow)) ||
    (!overflow &&
      !theirs.isContextWindowError &&
      readContextError(bodyOf(exception.message)).limit === theirs.actualContextWindow)
  const sameCode = SAME[theirs.code]?.includes(ours.code) && ours.info.retryable === theirs.retryable
  if (sameCode && sameWindow) return matched
  return explain(exception, theirs, ours)
}

/** The error our drivers would have raised for the same answer of the endpoint; null when it was no endpoint's. */
function modelErrorOf({ kind, message }: Input['exception']): ModelError | null {
  const body = bodyOf(message)
  const status = statusOf(message)
  switch (kind) {
    case 'LLMRateLimitException':
      return errors.status(429, null, body)
    case 'Timeout':
      return errors.total({ idleMs: 1000, totalMs: 1000 })
    case 'LLMRetryableException':
      return errors.status(status ?? 500, null, body)
    case 'LLMProviderException':
      return status === null ? errors.said(readErrorBody(body) ?? saying(body)) : errors.status(status, null, body)
    default:
      return null
  }
}

function saying(message: string) {
  return { message, type: '', code: '', param: '', status: null }
}

/** The status as the reference's drivers write it down; digits elsewhere are none (T7). */
function statusOf(message: string): number | null {
  const written = /\bAPI error (\d{3})\b/.exec(message)?.[1] ?? /^(\d{3})$/.exec(message)?.[1]
  return written === undefined ? null : Number(written)
}

/** They write the body behind the status, or somewhere between braces. */
function bodyOf(message: string): string {
  const behind = /\bAPI error \d{3}:? ?([\s\S]*)/.exec(message)?.[1] ?? message
  const whole = /\{[\s\S]*\}/.exec(behind)?.[0]
  return whole !== undefined && isJson(whole) ? whole : behind
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function explain(
  { kind, message, actualContextWindow }: Input['exception'],
  theirs: Output,
  ours: ModelError,
): Verdict {
  const status = statusOf(message)
  const digits = /\d{3}/.test(message)
  // T7: never authentication; rate limits, overload and every 5xx are tried again.
  if (theirs.code === 'AUTH_ERROR' && !ours.info.retryable) return deviates('T7')
  if (status !== null && (status === 429 || status >= 500) && ours.info.retryable) return deviates('T7')
  // T7: digits in a text are no status.
  if (status === null && digits && kind !== 'Timeout') return deviates('T7')
  // T6: words of an overflow count wherever they stand.
  if (actualContextWindow !== undefined && ours.code === 'CONTEXT_WINDOW') return deviates('T6')
  return unexplained(`ours ${ours.code} ${JSON.stringify(ours.info)}`)
}
