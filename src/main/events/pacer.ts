/** How much is done in one round of the event loop before windows and timers have theirs. */
const ROUND_MS = 4

/**
 * Gives work its turn. When many models answer at the same moment, what comes of their answers would otherwise be done in
 * one go, and windows and timers would wait for all of it.
 */
export class Pacer {
  readonly #waiting: (() => void)[] = []
  #pumping = false
  /** When this round has done enough; null before anything is done in it. */
  #end: number | null = null

  turn(): Promise<void> {
    return new Promise(resolve => {
      this.#waiting.push(resolve)
      if (this.#pumping) return
      this.#pumping = true
      if (this.#hasTime()) void this.#pump()
      else this.#pumpLater()
    })
  }

  #hasTime(): boolean {
    if (this.#end === null) {
      this.#end = performance.now() + ROUND_MS
      setImmediate(() => {
        this.#end = null
      })
    }
    return performance.now() < this.#end
  }

  async #pump(): Promise<void> {
    await null // until whoever asked for a turn waits for it
    do {
      this.#hasTime() // a round begins before its work
      this.#waiting.shift()?.()
      await null // what waited goes on here
    } while (this.#waiting.length > 0 && this.#hasTime())
    if (this.#waiting.length > 0) this.#pumpLater()
    else this.#pumping = false
  }

  #pumpLater(): void {
    setImmediate(() => void this.#pump())
  }
}

/** The one of this process: all of its work shares a round. */
export const pacer = new Pacer()
