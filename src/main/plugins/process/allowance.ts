/** So much a second, with room for a burst: a bucket that fills steadily and may be emptied at once. */
export class Allowance {
  #left: number
  #filledAt = performance.now()

  constructor(
    readonly perSecond: number,
    readonly burst: number,
  ) {
    this.#left = burst
  }

  /** So much more, for what was asked for. */
  give(amount: number): void {
    this.#left += amount
  }

  /** False when that much is not left. */
  take(amount: number): boolean {
    const time = performance.now()
    this.#left = Math.min(this.burst, this.#left + ((time - this.#filledAt) / 1_000) * this.perSecond)
    this.#filledAt = time
    this.#left -= amount
    return this.#left >= 0
  }
}
