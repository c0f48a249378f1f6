import { useSyncExternalStore } from 'react'

/** One clock for everything that counts, so that two timers never disagree. It stops when nobody looks. */
let now = Date.now()
let timer: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()

function tick() {
  now = Date.now()
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  if (!timer) {
    timer = setInterval(tick, 1_000)
    now = Date.now()
  }
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** Milliseconds, once a second. */
export const useNow = (): number => useSyncExternalStore(subscribe, () => now)
