/** How much is done in one round of the event loop before windows and timers have theirs. */
const ROUND_MS = 4

/**
 * Gives work its turn. When many models answer at the same moment, what comes of their answers would otherwise be done in
 * one go, and windows and timers would wait for all of it.
 */
export class Pacer {
  readonly #waiting: (() => void)[] = []
  #pumping = false

  turn(): Promise<void> {
    return new Promise(resolve => {
      this.#waiting.push(resolve)
      if (!this.#pumping) this.#pump()
    })
  }

  #pump(): void {
    this.#pumping = true
    setImmediate(async () => {
      const end = performance.now() + ROUND_MS
      do {
        this.#waiting.shift()?.()
        await null // what waited goes on here
      } while (this.#waiting.length > 0 && performance.now() < end)
      if (this.#waiting.length > 0) this.#pump()
      else this.#pumping = false
    })
  }
}

/** The one of this process: all of its work shares a round. */
export const pacer = new Pacer()
