import type { CallRow, OpenCall } from './call-store.ts'
import type { Journal } from './journal.ts'
import { heir } from './lineage.ts'
import { type OutcomeWords, subAgentFailed } from './outcome-words.ts'
import { subAgentCompleted } from './result-texts.ts'
import { isFinal } from './task-states.ts'
import type { TaskRow } from './task-store.ts'

/**
 * H3: calls whose sub-agent is done, in whatever way, get their result. Called whenever something ended, and at each start
 * of the app: a call is settled once, by whoever comes first. `busy`: calls the tool still has in hand.
 */
export function collectSubAgents(
  journal: Journal,
  open: readonly OpenCall[],
  busy: (callId: string) => boolean,
): CallRow[] {
  return open
    .filter(call => call.state === 'started' && !busy(call.id))
    .map(({ id }) => journal.calls.get(id))
    .filter(call => settleDelegation(journal, call))
}

/** True for a call that waits for the end of a chat it has begun. */
export function waitsForSubAgent(journal: Journal, call: OpenCall): boolean {
  return call.state === 'started' && journal.tasks.begunBy(call.id)?.origin === 'sub_agent'
}

function settleDelegation(journal: Journal, call: CallRow): boolean {
  const begun = journal.tasks.begunBy(call.id)
  if (!begun) return false
  const settle = (to: 'succeeded' | 'failed', words: string | OutcomeWords) =>
    journal.settle(call, to, words, { data: call.resultData })
  if (begun.origin === 'handover')
    return settle('succeeded', `Handed off: [New task #${begun.id}](/tasks/${begun.id}).`)
  const last = heir(journal.tasks, begun)
  if (!last) return settle('failed', subAgentFailed(begun.id, 'its chat was deleted.', 'Its chat was deleted.'))
  if (!isOver(last)) return false
  return last.status === 'COMPLETED'
    ? settle('succeeded', subAgentCompleted(begun.id, last.finalResponse ?? ''))
    : settle('failed', subAgentFailed(begun.id, ...whyNot(last)))
}

/** A failed chat that will be tried again by itself is not over. */
function isOver(task: TaskRow): boolean {
  return isFinal(task.status) && task.retryAt === null
}

/** For the model, and for the person. */
function whyNot(task: TaskRow): [string, string] {
  if (task.status !== 'FAILED') return ['the operator stopped it.', 'You stopped it.']
  const why = task.errorMessage ?? 'it gave no reason.'
  return [why, `It stopped: ${why}`]
}
