import { readContextError } from '../../src/main/models/http/context-overflow.ts'
import { readErrorBody } from '../../src/main/models/http/error-body.ts'
import { deviates, matched, skipped, unexplained, type VectorRunner } from './runner.ts'

interface Output {
  readonly parsed: { actual_context_window: number | null; error_type: string | null; message: string }
  readonly isContextWindowError: boolean
}

/** What the reference says when a body has no message. */
const NO_MESSAGE = 'Unknown error'

export const run: VectorRunner = ({ input, output, suspect }) => {
  const { body } = input as { body: string }
  const { parsed, isContextWindowError } = output as Output
  const ours = readContextError(body)
  const said = readErrorBody(body)
  // Ours shows the text of the body where it is no JSON object with a message.
  if (said && parsed.message !== NO_MESSAGE && parsed.message !== said.message && !suspect)
    return unexplained(`the message is ${said.message}`)
  const type = said?.type ?? ''
  if (said && (parsed.error_type ?? '') !== type && parsed.error_type !== outerType(body))
    return unexplained(`the type is ${type}`)
  if (ours.isOverflow === isContextWindowError && ours.limit === parsed.actual_context_window) return matched
  if (ours.limit !== parsed.actual_context_window) {
    const { actual_context_window: theirs } = parsed
    // Their integers overflow: the number is not in the body at all.
    if (theirs !== null && Math.abs(theirs) > Number.MAX_SAFE_INTEGER && ours.limit === null)
      return skipped('big-integer')
    // T6: a limit is a positive number that the endpoint names as the limit.
    if (suspect && (ours.limit === null ? (theirs ?? 0) < 1 : namesAsLimit(body, ours.limit))) return deviates('T6')
  }
  // T7: codes, types and words of an overflow; not the words of a rate limit.
  if (suspect && ours.limit === parsed.actual_context_window) return deviates('T7')
  return unexplained(`ours ${JSON.stringify(ours)}`)
}

/** The number stands whole in the body, in a field for it or beside the word. */
function namesAsLimit(body: string, limit: number): boolean {
  return new RegExp(
    `(limit|context|max|> )[^0-9]*(?<!\\d)${limit}(?!\\d)|(?<!\\d)${limit} (maximum|tokens?)`,
    'i',
  ).test(body)
}

/** The reference takes the kind of the envelope (`"type": "error"`) before that of the error. */
function outerType(body: string): string | null {
  try {
    const { type } = JSON.parse(body) as { type?: unknown }
    return typeof type === 'string' ? type : null
  } catch {
    return null
  }
}
