/**
 * Runs so much work at once and keeps the rest waiting, first come, first served. What nobody waits for any more when its
 * turn comes is not begun; what never ends keeps its place.
 */
export function fewAtOnce(most: number): <T>(work: () => Promise<T>, signal?: AbortSignal) => Promise<T> {
  let running = 0
  const waiting: (() => void)[] = []
  return async (work, signal) => {
    if (running >= most) await new Promise<void>(resolve => waiting.push(resolve))
    else running++
    try {
      signal?.throwIfAborted()
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
