import { wellFormedText } from '../text/well-formed.ts'
import { heir } from './lineage.ts'
import { CANCELLED, subAgentFailed } from './outcome-words.ts'
import type { Runtime } from './runtime.ts'
import { isFinal } from './task-states.ts'

/**
 * T1, inside a transaction: stops a chat and every sub-agent at work for it. What was written until now stays. Answers the
 * chats that were stopped, or will not be tried again, for `hush`.
 */
export function stopChat(runtime: Runtime, id: number, words = 'You stopped this chat.'): number[] {
  const { journal, live } = runtime
  const written = live.of(id)?.view()
  const task = journal.tasks.get(id)
  const partial = written && written.step === task.stepCount + 1 && (written.text || written.reasoning)
  const stepCount = task.stepCount + (partial ? 1 : 0)
  journal.tasks.transition(id, 'ABORTED', 'stop', { stepCount })
  if (partial)
    journal.history.append({
      taskId: id,
      step: stepCount,
      role: 'assistant',
      content: wellFormedText(written.text),
      reasoning: wellFormedText(written.reasoning),
    })
  const stopped = [id]
  for (const call of journal.calls.openOf(id)) {
    if (call.state === 'awaiting' || call.state === 'ready') journal.settle(call, 'cancelled', CANCELLED)
    const begun = call.state === 'started' ? journal.tasks.begunBy(call.id) : undefined
    if (begun?.origin !== 'sub_agent') continue
    stopped.push(...stopHeir(runtime, begun.id))
    const words = subAgentFailed(begun.id, 'the operator stopped it with this chat.', 'You stopped it with this chat.')
    journal.settle(call, 'failed', words, { data: call.resultData })
  }
  const question = journal.loops.openOf(id)
  if (question) journal.loops.answer(question.callId, 'stop')
  journal.notice(id, stepCount, 'ABORTED', words)
  return stopped
}

/** After the transaction: ends what runs in stopped chats, and tells the windows. */
export function hush(runtime: Runtime, stopped: readonly number[]): void {
  for (const id of stopped) {
    runtime.abortRun(id)
    runtime.live.end(id)
    runtime.events.changed('tasks', id)
  }
  runtime.events.changed('calls')
}

function stopHeir(runtime: Runtime, id: number): number[] {
  const { tasks } = runtime.journal
  const last = heir(tasks, tasks.get(id))
  if (!last) return []
  if (!isFinal(last.status)) return stopChat(runtime, last.id, 'You stopped the chat this one worked for.')
  if (last.retryAt === null) return []
  tasks.update(last.id, { retryAt: null })
  return [last.id]
}
