type Release = () => void

/** So many at once for each key; the others wait in the order they came (T8). */
export class KeyedSlots {
  readonly #used = new Map<string, number>()
  readonly #waiting = new Map<string, Set<() => void>>()

  /** Resolves with the function that gives the slot back; with null when the signal comes first. */
  async take(key: string, limit: number, signal: AbortSignal): Promise<Release | null> {
    if (signal.aborted) return null
    if ((this.#used.get(key) ?? 0) < limit) this.#count(key, 1)
    else if (!(await this.#turn(key, signal))) return null
    let given = false
    return () => {
      if (given) return
      given = true
      this.#give(key)
    }
  }

  /** False when whoever waits was stopped meanwhile. */
  #turn(key: string, signal: AbortSignal): Promise<boolean> {
    return new Promise(resolve => {
      const queue = this.#waiting.get(key) ?? new Set()
      this.#waiting.set(key, queue)
      const leave = () => {
        queue.delete(next)
        resolve(false)
      }
      const next = () => {
        signal.removeEventListener('abort', leave)
        resolve(true)
      }
      queue.add(next)
      signal.addEventListener('abort', leave, { once: true })
    })
  }

  /** A slot given back goes straight to the one who waits longest. */
  #give(key: string): void {
    const queue = this.#waiting.get(key)
    const [next] = queue ?? []
    if (next) {
      queue?.delete(next)
      next()
    } else {
      this.#waiting.delete(key)
      this.#count(key, -1)
    }
  }

  #count(key: string, change: number): void {
    const used = (this.#used.get(key) ?? 0) + change
    if (used > 0) this.#used.set(key, used)
    else this.#used.delete(key)
  }
}
