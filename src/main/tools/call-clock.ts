/** No operation runs longer, whatever it declares and whatever it reports. */
export const LONGEST_CALL_MS = 600_000

/**
 * J2: the time a call may take. Each report of progress gives it that time again, so that work that gets on is not cut;
 * but never more than the longest there is.
 */
export class CallClock {
  readonly #timeoutMs: number
  readonly #end: number
  readonly #onLate: () => void
  #timer: NodeJS.Timeout
  #over = false

  constructor(timeoutMs: number, onLate: () => void, longestMs = LONGEST_CALL_MS) {
    this.#timeoutMs = Math.min(timeoutMs, longestMs)
    this.#end = performance.now() + longestMs
    this.#onLate = () => {
      this.#over = true
      onLate()
    }
    this.#timer = setTimeout(this.#onLate, this.#timeoutMs)
  }

  alive(): void {
    const left = this.#end - performance.now()
    if (this.#over || left <= 0) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(this.#onLate, Math.min(this.#timeoutMs, left))
  }

  stop(): void {
    this.#over = true
    clearTimeout(this.#timer)
  }
}
