import { isWaiting } from './call-states.ts'
import type { CallRow } from './call-store.ts'
import type { Journal } from './journal.ts'
import type { Runtime } from './runtime.ts'

/** Inside a transaction, after calls were settled: a chat in which nothing waits for a person any more goes on. */
export function goOnUnlessAsked(journal: Journal, taskId: number): void {
  const asked = journal.calls.openOf(taskId).some(call => isWaiting(call.state)) || journal.loops.openOf(taskId)
  if (!asked && journal.tasks.get(taskId).status === 'PENDING_APPROVAL')
    journal.tasks.transition(taskId, 'RUNNING', 'go on with')
}

/** After the transaction: tells the windows, and goes on. */
export function tellSettled(runtime: Runtime, calls: readonly CallRow[]): void {
  for (const { id } of calls) runtime.events.changed('calls', id)
  for (const id of chatsOf(calls)) {
    runtime.events.changed('tasks', id)
    runtime.kickSoon(id)
  }
}

export function chatsOf(calls: readonly CallRow[]): ReadonlySet<number> {
  return new Set(calls.map(({ taskId }) => taskId))
}
