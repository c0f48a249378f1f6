import type { Runtime } from './runtime.ts'

/**
 * J2: what the last start of the app left behind. A call that ran when it died is run again only when that is harmless;
 * otherwise a person is asked what became of it. One that began another chat has done so, and waits for its end. Returns the tasks in which something can go on.
 */
export function recover({ journal, bootId }: Runtime): number[] {
  return journal.transaction(() => {
    for (const call of journal.calls.inState('started')) {
      if (call.bootId === bootId || journal.tasks.begunBy(call.id)) continue
      if (call.idempotent) journal.calls.move(call, 'started', 'ready')
      else journal.calls.move(call, 'started', 'outcome_unknown')
    }
    const open = journal.tasks.withStatus('QUEUED', 'RUNNING', 'PENDING_APPROVAL', 'AWAITING_SUB_AGENTS')
    const going = [...journal.calls.inState('ready'), ...journal.calls.inState('started')]
    return [...new Set([...open.map(task => task.id), ...going.map(call => call.taskId)])]
  })
}
