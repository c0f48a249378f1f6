import type { ArgumentProblem } from '../../shared/contract/calls.ts'
import { sentence } from '../text/sentence.ts'
import type { CallRow } from './call-store.ts'
import { problemText } from './check-call.ts'
import { oneLine } from './one-line.ts'

/** How a call ended, where a tool's own answer does not say it: in words for the model, and in words for the person. */
export interface OutcomeWords {
  readonly code: string
  readonly told: string
  readonly shown: string
}

export const CANCELLED: OutcomeWords = {
  code: 'CHAT_STOPPED',
  told: 'Cancelled: the operator stopped the chat before this call ran. It did not run.',
  shown: 'You stopped the chat before it ran.',
}

/** A fault of the app's ended the chat. */
export const CHAT_BROKE: OutcomeWords = {
  code: 'CHAT_BROKE',
  told: 'Cancelled: the chat was interrupted before this call ran. It did not run.',
  shown: 'The chat was interrupted before it ran.',
}

export const IT_HAPPENED: OutcomeWords = {
  code: 'SAID_IT_HAPPENED',
  told: 'This call was interrupted while it ran, so its answer is lost. The operator checked: it did take effect. Do not repeat it.',
  shown: 'It was interrupted while it ran, so its answer is lost. You said that it happened.',
}

export const SKIPPED: OutcomeWords = {
  code: 'SAID_SKIP',
  told: 'This call was interrupted while it ran, so its answer is lost. It may or may not have taken effect. The operator chose not to run it again.',
  shown: 'It was interrupted while it ran. It may or may not have taken effect, and you chose not to run it again.',
}

export const CUT_OFF: OutcomeWords = {
  code: 'CALL_CUT_OFF',
  told: 'Not run: your answer reached the output limit, so this call may be incomplete. Send it again, shorter.',
  shown: 'Not run: the model’s answer reached its limit, so this call may be incomplete.',
}

export const DAMAGED: OutcomeWords = {
  code: 'CALL_DAMAGED',
  told: 'Not run: the stored arguments are damaged. Send the call again.',
  shown: 'Not run: what is stored of it was changed or damaged.',
}

export const NOT_WHAT_WAS_APPROVED: OutcomeWords = {
  code: 'CALL_NOT_AS_APPROVED',
  told: 'Not run: what was approved is not what is stored. Send the call again.',
  shown: 'Not run: what is stored is not what was approved.',
}

/** The same as a rejection, said beforehand (P5). */
export const REFUSED_BY_RULE: OutcomeWords = {
  code: 'REFUSED_BY_RULE',
  told: 'The operator has decided that calls like this one never run, so it did not run. This is a decision, not a failure: do not send it again.',
  shown: 'It did not run: you said never for calls like this one.',
}

/** P4: a decision, in words that no model takes for a failure. */
export function rejected(reason: string | null): OutcomeWords {
  const said = reason ? ` Reason: ${reason}` : ' No reason was given.'
  return {
    code: 'REJECTED',
    told: `The operator rejected this call, so it did not run. This is a decision, not a failure: do not send the same call again.${said}`,
    shown: reason ? `You rejected it: ${reason}` : 'You rejected it.',
  }
}

export function tooManyCalls(limit: number): OutcomeWords {
  return {
    code: 'TOO_MANY_CALLS',
    told: `Not run: more than ${limit} calls in one turn. Ask for fewer at once; send this one again if you still need it.`,
    shown: `Not run: it came after ${limit} other calls of one turn, which is the limit.`,
  }
}

export function unknownTool(name: string, available: readonly string[]): OutcomeWords {
  const list = available.length > 0 ? `Available tools: ${available.join(', ')}.` : 'You have no tools.'
  const meant = oneLine(name, 100)
  return {
    code: 'CALL_UNKNOWN_TOOL',
    told: `There is no tool named “${meant}”. Nothing ran. ${list}`,
    shown: `Nothing ran: the model named a tool that does not exist, “${meant}”.`,
  }
}

export function disabledTool(name: string, available: readonly string[]): OutcomeWords {
  const list = available.length > 0 ? ` Available tools: ${available.join(', ')}.` : ''
  const meant = oneLine(name, 100)
  return {
    code: 'CALL_DISABLED',
    told: `The operator has switched “${meant}” off for this agent. Nothing ran.${list}`,
    shown: `Nothing ran: “${meant}” is switched off for this agent.`,
  }
}

/** Arguments that could not be read at all. */
export function unreadable(code: string, message: string, problem: string): OutcomeWords {
  return { code, told: message, shown: `Not run: the model’s arguments could not be read. ${problem}` }
}

/** Arguments that were read and are not what the operation takes, or an operation that is off. */
export function notValid(code: string, problems: readonly ArgumentProblem[]): OutcomeWords {
  const each = problems.map(({ message }) => message).join(' ')
  const why =
    code === 'CALL_DISABLED'
      ? 'Not run: you have switched this operation off.'
      : `Not run, the call is not valid. ${each}`
  return { code, told: problemText(problems), shown: why }
}

export function toolGone(name: string): OutcomeWords {
  return {
    code: 'CALL_TOOL_GONE',
    told: `Not run: “${name}” is not available any more.`,
    shown: `Not run: “${name}” was gone by then. Its plugin is off or removed.`,
  }
}

export function toolOff(name: string): OutcomeWords {
  return {
    code: 'CALL_DISABLED',
    told: `Not run: the operator has switched “${name}” off.`,
    shown: `Not run: “${name}” was switched off for this agent by then.`,
  }
}

export function toolChanged(name: string): OutcomeWords {
  return {
    code: 'CALL_TOOL_CHANGED',
    told: `Not run: “${name}” was updated since. Send the call again if it is still needed.`,
    shown: `Not run: “${name}” was updated before it could run.`,
  }
}

export function readDifferently(name: string): OutcomeWords {
  return {
    code: 'CALL_READ_DIFFERENTLY',
    told: `Not run: “${name}” now reads these arguments differently. Send the call again.`,
    shown: `Not run: “${name}” reads these arguments differently by now.`,
  }
}

export function settingsChanged(name: string): OutcomeWords {
  return {
    code: 'CALL_SETTINGS_CHANGED',
    told: `Not run: the settings of “${name}” were changed after this call was approved. Send it again if it is still needed.`,
    shown: `Not run: the settings of “${name}” were changed after it was approved.`,
  }
}

/** It could not begin: something around the tool says no, in a sentence for a person. */
export function notBegun(code: string, why: string): OutcomeWords {
  return { code, told: `Not run: ${why}`, shown: `Not run: ${why}` }
}

/** It did not end by itself. `content`: what the tool said when it was ended. */
export function stoppedCall(content: string, call: Cut): OutcomeWords {
  const told = 'The operator stopped this call while it ran. It may have taken effect; check before you repeat it.'
  return {
    code: 'CALL_STOPPED',
    told: call.idempotent ? content : `${told}\n\n${content}`,
    shown: withEffect('You stopped it while it ran.', call),
  }
}

export function timedOut(content: string, call: Cut): OutcomeWords {
  const told = 'This call took too long and was stopped. It may have taken effect; check before you repeat it.'
  return {
    code: 'CALL_TIMED_OUT',
    told: call.idempotent ? content : `${told}\n\n${content}`,
    shown: withEffect('It took too long and was stopped.', call),
  }
}

type Cut = Pick<CallRow, 'idempotent' | 'effect'>

function withEffect(sentence: string, { effect }: Cut): string {
  return effect === 'none' ? sentence : `${sentence} It may have taken effect.`
}

/** A17: the model learns what ran instead of what it wrote. */
export function edited(argsCanonical: string, { code, told, shown }: OutcomeWords): OutcomeWords {
  const before = `[The operator changed the arguments before approving. What ran: ${argsCanonical}]`
  return { code, told: `${before}\n\n${told}`, shown }
}

/** N1: it does not run now, but an earlier attempt was cut off, and nobody knows how far it came. */
export function begunBefore({ code, told, shown }: OutcomeWords, { idempotent }: Cut): OutcomeWords {
  const next = idempotent ? 'Repeating it does no harm.' : 'Check before you repeat it.'
  const before = `[An earlier attempt of this call was interrupted and may have taken effect. ${next} What follows is about the attempt after it.]`
  return {
    code,
    told: `${before}\n\n${told}`,
    shown: `${sentence(shown)} An earlier attempt of it was interrupted and may have taken effect.`,
  }
}

/** The tool's own answer: it is for both. */
export function answered(success: boolean, content: string): OutcomeWords {
  return { code: success ? OWN_ANSWER : 'CALL_FAILED', told: content, shown: content.slice(0, LONGEST_SHOWN) }
}

/** Of a call that did what it should: there is nothing more to say. */
export const OWN_ANSWER = 'CALL_DONE'
const LONGEST_SHOWN = 2_000

/** Of a call that may be repeated without harm. */
export function lostRetryable(reason: string, call: Cut): OutcomeWords {
  const why = sentence(oneLine(reason))
  const harmless = call.effect === 'none'
  return {
    code: 'CALL_LOST',
    told: `The call was interrupted: ${why} ${harmless ? 'It changes nothing' : 'It may have taken effect; it does no harm when it is repeated'}, so you may send it again.`,
    shown: withEffect(`It was interrupted: ${why}${harmless ? ' Nothing was changed by it.' : ''}`, call),
  }
}

export const NOT_STORABLE: OutcomeWords = {
  code: 'CALL_NOT_STORABLE',
  told: 'The tool ended, but its answer cannot be stored, so it is lost. What it did may have taken effect. Do not simply send the call again.',
  shown: 'It ended, but its answer cannot be stored. What it did may have taken effect.',
}

export function handedOverBefore(agent: string): OutcomeWords {
  return {
    code: 'HANDED_OVER',
    told: `Cancelled: this chat was handed over to ${agent} before this call ran. It did not run.`,
    shown: `The chat was handed over to ${agent} before it ran.`,
  }
}

/** `why`: in words for the model; `shown`: the same for the person. */
export function subAgentFailed(taskId: number, why: string, shown: string): OutcomeWords {
  return { code: 'SUB_AGENT_FAILED', told: `Sub-agent task #${taskId} failed: ${why}`, shown }
}
