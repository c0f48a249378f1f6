import type { TaskStatus } from '../../shared/contract/tasks.ts'
import { SporaError } from '../../shared/spora-error.ts'

/** T1: every legal transition. Whatever is not here is refused. */
export const TASK_TRANSITIONS: Readonly<Record<TaskStatus, readonly TaskStatus[]>> = {
  QUEUED: ['RUNNING', 'PENDING_APPROVAL', 'AWAITING_SUB_AGENTS', 'FAILED', 'ABORTED', 'CANCELLED'],
  RUNNING: ['QUEUED', 'PENDING_APPROVAL', 'AWAITING_SUB_AGENTS', 'COMPLETED', 'FAILED', 'ABORTED', 'CANCELLED'],
  // straight to the end: a call of the same turn handed the chat over
  PENDING_APPROVAL: ['RUNNING', 'COMPLETED', 'AWAITING_SUB_AGENTS', 'FAILED', 'ABORTED', 'CANCELLED'],
  AWAITING_SUB_AGENTS: ['RUNNING', 'PENDING_APPROVAL', 'FAILED', 'ABORTED', 'CANCELLED'],
  COMPLETED: ['QUEUED'],
  FAILED: ['QUEUED'],
  ABORTED: ['QUEUED'],
  CANCELLED: [],
}

const FINAL: ReadonlySet<TaskStatus> = new Set(['COMPLETED', 'FAILED', 'ABORTED', 'CANCELLED'])

export function isFinal(status: TaskStatus): boolean {
  return FINAL.has(status)
}

/** `doing` is what was asked for, as words: "abort", "continue". */
export function assertTransition(from: TaskStatus, to: TaskStatus, doing: string): void {
  if (TASK_TRANSITIONS[from].includes(to)) return
  throw invalidState(from, to, doing)
}

export function invalidState(from: TaskStatus, to: TaskStatus, doing: string): SporaError {
  return new SporaError('INVALID_STATE', `Cannot ${doing} this chat: it is ${from}, and ${from} cannot become ${to}.`, {
    from,
    to,
  })
}
