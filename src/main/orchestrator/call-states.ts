import type { CallState } from '../../shared/contract/calls.ts'

/** What a stored call can be; `proposed` is only ever in memory, while the model writes it. */
export type StoredCallState = Exclude<CallState, 'proposed'>

/** J1: every arrow a call can take. Each is one transaction. */
export const CALL_TRANSITIONS: Readonly<Record<StoredCallState, readonly StoredCallState[]>> = {
  awaiting: ['ready', 'rejected', 'invalid', 'cancelled'],
  // back to awaiting, or rejected: the operator has meanwhile chosen that the operation asks, or never runs
  ready: ['started', 'awaiting', 'rejected', 'invalid', 'cancelled'],
  started: ['ready', 'succeeded', 'failed', 'outcome_unknown'],
  outcome_unknown: ['ready', 'succeeded', 'failed'],
  succeeded: [],
  failed: [],
  rejected: [],
  invalid: [],
  cancelled: [],
}

/** States that keep a turn open. */
export const OPEN_STATES = ['awaiting', 'ready', 'started', 'outcome_unknown'] as const satisfies StoredCallState[]
/** States in which a person has to say something. */
export const WAITING_STATES = ['awaiting', 'outcome_unknown'] as const satisfies StoredCallState[]

export function isOpen(state: StoredCallState): boolean {
  return (OPEN_STATES as readonly StoredCallState[]).includes(state)
}

export function isWaiting(state: StoredCallState): boolean {
  return (WAITING_STATES as readonly StoredCallState[]).includes(state)
}
