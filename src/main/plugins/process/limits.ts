export interface Deadlines {
  /** Until the host says it runs. */
  readonly spawnMs: number
  /** Until the plugin is imported and its tools are built; and again until they are described. */
  readonly loadMs: number
  /** For `describeAction`. */
  readonly describeMs: number
  /** Between telling a call to stop and ending the process. */
  readonly graceMs: number
  readonly shutdownMs: number
  /** Waits before the process is started again after a crash: the first, the second, … */
  readonly restartMs: readonly number[]
}

export const DEADLINES: Deadlines = {
  spawnMs: 5_000,
  loadMs: 10_000,
  describeMs: 1_000,
  graceMs: 2_000,
  shutdownMs: 2_000,
  restartMs: [1_000, 5_000, 25_000],
}

export interface Quotas {
  readonly frameBytes: number
  readonly framesPerSecond: number
  readonly bytesPerSecond: number
  /** Room for one whole result on top of the steady flow. */
  readonly burstBytes: number
  readonly resultBytes: number
  readonly callsInFlight: number
  readonly memoryBytes: number
  readonly memoryCheckMs: number
  /** Read of what it prints, in a second; beyond that it waits. */
  readonly printedPerSecond: number
}

export const QUOTAS: Quotas = {
  frameBytes: 1_000_000,
  framesPerSecond: 2_000,
  bytesPerSecond: 8_000_000,
  burstBytes: 40_000_000,
  resultBytes: 40_000_000,
  callsInFlight: 64,
  memoryBytes: 512_000_000,
  memoryCheckMs: 2_000,
  printedPerSecond: 1_000_000,
}
