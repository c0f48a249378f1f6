import { useSyncExternalStore } from 'react'

/**
 * Whether the event stream runs. `lost`: what is shown may be old, and the window tries to come back. `refused`: it
 * cannot, its token is of an earlier start.
 */
export type Connection = 'connecting' | 'open' | 'lost' | 'refused'

let connection: Connection = 'connecting'
const listeners = new Set<() => void>()

export function setConnection(next: Connection): void {
  connection = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useConnection = (): Connection => useSyncExternalStore(subscribe, () => connection)
