export interface BreakerRules {
  readonly crashes: number
  readonly withinMs: number
}

export const BREAKER: BreakerRules = { crashes: 3, withinMs: 5 * 60_000 }

/** Counts unexpected ends of a process; too many in too short a time, and it is not started again. */
export class Breaker {
  #crashes: number[] = []

  constructor(
    readonly rules: BreakerRules = BREAKER,
    readonly clock: () => number = () => performance.now(),
  ) {}

  record(): void {
    this.#crashes.push(this.clock())
  }

  get count(): number {
    this.#crashes = this.#crashes.filter(time => this.clock() - time < this.rules.withinMs)
    return this.#crashes.length
  }

  get open(): boolean {
    return this.count >= this.rules.crashes
  }

  reset(): void {
    this.#crashes = []
  }

  /** How long to wait before the next start. */
  waitMs(delays: readonly number[]): number {
    const count = this.count
    if (count === 0) return 0
    const last = this.#crashes.at(-1) ?? 0
    return Math.max(0, last + (delays[Math.min(count, delays.length) - 1] ?? 0) - this.clock())
  }
}
