import type { Runtime } from './runtime.ts'

/**
 * J2: what the last start of the app left behind. A call that ran when it died is run again only when that is harmless;
 * otherwise a person is asked what became of it. Returns the tasks in which something can go on.
 */
export function recover({ journal, bootId }: Runtime): number[] {
  return journal.transaction(() => {
    for (const call of journal.calls.inState('started')) {
      if (call.bootId === bootId) continue
      if (call.idempotent) journal.calls.move(call.id, 'started', 'ready')
      else journal.calls.move(call.id, 'started', 'outcome_unknown')
    }
    const open = journal.tasks.withStatus('QUEUED', 'RUNNING', 'PENDING_APPROVAL').map(task => task.id)
    const ready = journal.calls.inState('ready').map(call => call.taskId)
    return [...new Set([...open, ...ready])]
  })
}
