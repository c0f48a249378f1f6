/** What became of one call, read from its result as any model would read it. */
export interface CallOutcome {
  readonly kind: 'done' | 'rejected' | 'failed'
  /** The tool's own words; for a rejection the operator's reason, or ''. */
  readonly text: string
  /** The operator changed the arguments before it ran. */
  readonly edited: boolean
}

const EDITED = /^\[The operator changed the arguments[^\n]*\]\s*/

export function callOutcome(content: string, isError: boolean): CallOutcome {
  if (/^The operator rejected this call/.test(content))
    return { kind: 'rejected', text: /Reason: ([\s\S]+)$/.exec(content)?.[1]?.trim() ?? '', edited: false }
  const text = content.replace(EDITED, '')
  return { kind: isError ? 'failed' : 'done', text, edited: text.length < content.length }
}

/** A sentence for a call that gave no answer; `what` is a noun phrase: "The calculation". */
export function notDone(what: string, outcome: CallOutcome): string {
  if (outcome.kind === 'rejected')
    return outcome.text === ''
      ? `${what} did not run: you rejected it.`
      : `${what} did not run: you rejected it and said “${outcome.text}”.`
  return `${what} failed: ${outcome.text.trim()}`
}
