import { oneLine } from './one-line.ts'

/** What the model is told in place of, or about, a tool's own answer. */

export const INTERRUPTED =
  'Interrupted: this call has no result. It may or may not have taken effect; check before you repeat it.'

export const CANCELLED = 'Cancelled: the operator stopped the chat before this call ran. It did not run.'

export const STOPPED =
  'The operator stopped this call while it ran. It may have taken effect; check before you repeat it.'

export const TIMED_OUT =
  'This call took too long and was stopped. It may have taken effect; check before you repeat it.'

export const IT_HAPPENED =
  'The app was interrupted while this call ran, so its answer is lost. The operator checked: it did take effect. Do not repeat it.'

export const SKIPPED =
  'The app was interrupted while this call ran, so its answer is lost. It may or may not have taken effect. The operator chose not to run it again.'

export const SAME_AGAIN = (times: number): string =>
  `[Note: this was the same call with the same arguments ${times} times in a row. Repeating it will not help: try something else, or say what is missing.]`

export const SUMMARY = (text: string): string => `[Summary of the conversation until here]\n${text}`

export const TOO_MANY_CALLS = (limit: number): string =>
  `Not run: more than ${limit} calls in one turn. Ask for fewer at once; send this one again if you still need it.`

export const CUT_OFF =
  'Not run: your answer reached the output limit, so this call may be incomplete. Send it again, shorter.'

/** P4: a decision, in words that no model takes for a failure. */
export function rejected(reason: string | null): string {
  const said = reason ? ` Reason: ${reason}` : ' No reason was given.'
  return `The operator rejected this call, so it did not run. This is a decision, not a failure: do not send the same call again.${said}`
}

/** The same, said beforehand (P5). */
export const REFUSED_BY_RULE =
  'The operator has decided that calls like this one never run, so it did not run. This is a decision, not a failure: do not send it again.'

/** A17: the model learns what ran instead of what it wrote. */
export function edited(argsCanonical: string, content: string): string {
  return `[The operator changed the arguments before approving. What ran: ${argsCanonical}]\n\n${content}`
}

export function unknownTool(name: string, available: readonly string[]): string {
  const list = available.length > 0 ? `Available tools: ${available.join(', ')}.` : 'You have no tools.'
  return `There is no tool named “${oneLine(name, 100)}”. Nothing ran. ${list}`
}

export function disabledTool(name: string, available: readonly string[]): string {
  const list = available.length > 0 ? ` Available tools: ${available.join(', ')}.` : ''
  return `The operator has switched “${oneLine(name, 100)}” off for this agent. Nothing ran.${list}`
}

export function lostRetryable(reason: string): string {
  return `The call was interrupted: ${oneLine(reason)}. It changes nothing when it is repeated, so you may send it again.`
}

export const HANDED_OVER = (agent: string): string =>
  `Cancelled: this chat was handed over to ${agent} before this call ran. It did not run.`

export function subAgentCompleted(taskId: number, answer: string): string {
  return `Sub-agent task #${taskId} completed:\n\n${answer}`
}

export function subAgentFailed(taskId: number, reason: string): string {
  return `Sub-agent task #${taskId} failed: ${reason}`
}
