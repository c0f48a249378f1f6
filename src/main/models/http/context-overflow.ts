import { readErrorBody, type SaidError } from './error-body.ts'

export interface ContextError {
  /** The conversation was too long for the model. */
  readonly isOverflow: boolean
  /** How many tokens the model reads, when the endpoint says so. */
  readonly limit: number | null
}

/** What an error's body says of the model's context window (T6). */
export function readContextError(body: string): ContextError {
  const records = recordsOf(body)
  const said = readErrorBody(body)
  // Not what only became text in order to be shown.
  const sentence = records.flatMap(({ message, error, detail }) => [message, error, detail]).find(isText) ?? ''
  return {
    isOverflow: isContextOverflow(said ?? { code: '', type: '', message: body }) || records.some(namesTheWindow),
    limit: records.length === 0 ? null : (limitIn(sentence) ?? limitAmong(records)),
  }
}

/** By code and type where an endpoint gives one; by words where none does (T7). */
export function isContextOverflow({ code, type, message }: Pick<SaidError, 'code' | 'type' | 'message'>): boolean {
  if (code === 'context_length_exceeded' || type === 'exceed_context_size_error') return true
  return OVERFLOW.test(message) && !RATE.test(message)
}

const OVERFLOW =
  /context[ _](window|length|size)|context_limit|max(imum)? context|(prompt|input) (is )?too long|too many (input )?tokens|maximum tokens|token limit|exceeds limit/i
/** The same words about how much may be sent in a while. */
const RATE = /\b(rate|quota|per (second|minute|hour|day))\b/i

/**
 * The limit, not what was asked for, where a sentence names both. A number stands on its own: of five digits in a row
 * no four are taken.
 */
const SENTENCES = [
  /> (\d{3,9}) maximum\b/i,
  /\blimit is (\d{3,9})\b/i,
  /\b(\d{4,9})\s*(?:tokens?|context)\b/i,
  /\blimit\s*[([]?\s*(\d{4,9})(?!\d)/i,
]

/** How many tokens the model reads, by a sentence of its endpoint. */
export function limitIn(message: string): number | null {
  for (const sentence of SENTENCES) {
    const found = sentence.exec(message)?.[1]
    if (found !== undefined) return Number(found)
  }
  return null
}

const FIELDS = ['max_context_window', 'context_window', 'n_ctx', 'max_tokens', 'limit']

function limitAmong(records: readonly Readonly<Record<string, unknown>>[]): number | null {
  for (const record of records)
    for (const field of FIELDS) {
      const limit = tokens(record[field])
      if (limit !== null) return limit
    }
  return null
}

function tokens(value: unknown): number | null {
  const number = typeof value === 'string' && /^\s*\d+(\.\d+)?(e\d+)?\s*$/i.test(value) ? Number(value) : value
  if (typeof number !== 'number' || number < 1 || number > Number.MAX_SAFE_INTEGER) return null
  return Math.trunc(number)
}

function namesTheWindow(record: Readonly<Record<string, unknown>>): boolean {
  return record.max_context_window !== undefined || record.context_window !== undefined
}

/** The body's own fields, then those of its `error`; none when it is no JSON object. */
function recordsOf(body: string): Readonly<Record<string, unknown>>[] {
  try {
    const outer = asRecord(JSON.parse(body))
    const inner = asRecord(outer?.error)
    return [...(outer ? [outer] : []), ...(inner ? [inner] : [])]
  } catch {
    return []
  }
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

function asRecord(value: unknown): Readonly<Record<string, unknown>> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : null
}
