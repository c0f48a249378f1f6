import { isContextOverflow, readContextError } from './context-overflow.ts'
import type { SaidError } from './error-body.ts'

/** What an HTTP status and the error body beside it mean. */
export type StatusKind =
  | 'redirect'
  | 'auth'
  | 'forbidden'
  | 'no_credit'
  | 'unknown_model'
  | 'wrong_address'
  | 'server_timeout'
  | 'rate_limit'
  | 'overloaded'
  | 'server'
  | 'context_window'
  | 'no_tools'
  | 'refused'

/** By status first, then by the codes and types of what was said (in the whole `body`, when there is one); words only where no endpoint gives a code (T7). */
export function classifyStatus(status: number, said: SaidError | null, body = ''): StatusKind {
  if (status >= 300 && status < 400) return 'redirect'
  if (status === 401) return 'auth'
  if (status === 402 || isOutOfCredit(said)) return 'no_credit'
  if (status === 403) return isAboutKey(said, body) ? 'auth' : 'forbidden'
  if (status === 404 && refusesTools(said)) return 'no_tools'
  if (status === 404) return isAboutModel(said) ? 'unknown_model' : 'wrong_address'
  if (status === 408) return 'server_timeout'
  if (status === 429) return 'rate_limit'
  if (status === 529 || said?.type === 'overloaded_error') return 'overloaded'
  if (status >= 500) return 'server'
  if ((said && isContextOverflow(said)) || readContextError(body).isOverflow) return 'context_window'
  return refusesTools(said) ? 'no_tools' : 'refused'
}

/** An error inside a successful answer (B127): named kinds keep their meaning, the rest is just reported. */
export function classifySaid(said: SaidError): { kind: StatusKind | 'reported'; status?: number } {
  const status = said.status ?? STATUS_OF.get(said.type) ?? STATUS_OF.get(said.code)
  if (status !== undefined) return { kind: classifyStatus(status, said), status }
  return { kind: isContextOverflow(said) ? 'context_window' : 'reported' }
}

/** The request parameter that was refused; some endpoints name it in a field, some only in their sentence (H10). */
export function refusedParameter(said: SaidError | null): string | undefined {
  if (!said) return undefined
  const named = /\b(max_tokens|temperature|stream_options|tool_choice)\b/.exec(said.param || said.message)?.[1]
  // One that is only too large stands in the same words; where it goes by another name, that name is said.
  if (
    named === 'max_tokens' &&
    said.code !== 'unsupported_parameter' &&
    !said.message.includes('max_completion_tokens')
  )
    return undefined
  const refused =
    said.code.startsWith('unsupported') ||
    /not support|unsupported|unrecogni|unknown|deprecated|not permitted|not allowed/i.test(said.message)
  return refused ? named : undefined
}

const STATUS_OF: ReadonlyMap<string, number> = new Map([
  ['overloaded_error', 529],
  ['rate_limit_error', 429],
  ['rate_limit_exceeded', 429],
  ['authentication_error', 401],
  ['invalid_api_key', 401],
  ['permission_error', 403],
  ['api_error', 500],
  ['server_error', 500],
  ['timeout_error', 408],
  ['model_not_found', 404],
])

const CREDIT: ReadonlySet<string> = new Set(['insufficient_quota', 'billing_error'])

function isOutOfCredit(said: SaidError | null): boolean {
  return said !== null && (CREDIT.has(said.code) || CREDIT.has(said.type))
}

/** A 403 is said of countries, models and limits as well. */
function isAboutKey(said: SaidError | null, body: string): boolean {
  const words = said ? `${said.type} ${said.code} ${said.message}` : body
  return (
    /api[ _-]?key|authenticat|unauthori[sz]ed|credential|invalid (key|token)/i.test(words) &&
    !/limit|quota|exceed/i.test(words)
  )
}

function isAboutModel(said: SaidError | null): boolean {
  return said !== null && (said.code === 'model_not_found' || /\bmodel\b/i.test(said.message))
}

function refusesTools(said: SaidError | null): boolean {
  return said !== null && REFUSED_TOOLS.some(words => words.test(said.message))
}

/** No endpoint gives a code for it. */
const REFUSED_TOOLS = [
  /not support (the use of )?`?(tools|tool (use|calls?|calling)|functions|function (calls?|calling))\b/i,
  /(?<!parallel )\b(tools|tool (use|calls?|calling)|function (calls?|calling))`? (is|are) not supported/i,
  /no endpoints found that support tool use/i,
  /tool choice requires --enable-auto-tool-choice/i,
]
