/**
 * Gives work its turn, one piece in each round of the event loop. When many models answer at the same moment, what comes of
 * their answers would otherwise be done in one go, and windows and timers would wait for all of it.
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
    setImmediate(() => {
      this.#waiting.shift()?.()
      if (this.#waiting.length > 0) this.#pump()
      else this.#pumping = false
    })
  }
}
