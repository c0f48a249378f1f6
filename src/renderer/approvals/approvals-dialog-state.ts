import { useSyncExternalStore } from 'react'

interface State {
  readonly open: boolean
  /** The call to begin with; the oldest otherwise. */
  readonly callId: string | null
}

let state: State = { open: false, callId: null }
const listeners = new Set<() => void>()

function set(next: State) {
  state = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Opens the review dialog from anywhere: the shortcut, the status bar, a row of a sub-agent. */
export const openApprovals = (callId: string | null = null): void => set({ open: true, callId })
export const closeApprovals = (): void => set({ open: false, callId: null })
export const useApprovalsDialog = (): State => useSyncExternalStore(subscribe, () => state)
