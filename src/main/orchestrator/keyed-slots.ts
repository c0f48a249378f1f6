/** So many at once for each key; the others wait in the order they came (T8). */
export class KeyedSlots {
  readonly #used = new Map<string, number>()
  readonly #waiting = new Map<string, (() => void)[]>()

  /** Resolves with the function that gives the slot back. */
  async take(key: string, limit: number): Promise<() => void> {
    if ((this.#used.get(key) ?? 0) < limit) this.#count(key, 1)
    else
      await new Promise<void>(resolve => {
        this.#waiting.set(key, [...(this.#waiting.get(key) ?? []), resolve])
      })
    let given = false
    return () => {
      if (given) return
      given = true
      this.#give(key)
    }
  }

  /** A slot given back goes straight to the one who waits longest. */
  #give(key: string): void {
    const [next, ...rest] = this.#waiting.get(key) ?? []
    if (rest.length > 0) this.#waiting.set(key, rest)
    else this.#waiting.delete(key)
    if (next) next()
    else this.#count(key, -1)
  }

  #count(key: string, change: number): void {
    const used = (this.#used.get(key) ?? 0) + change
    if (used > 0) this.#used.set(key, used)
    else this.#used.delete(key)
  }
}
