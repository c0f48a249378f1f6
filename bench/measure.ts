export function percentile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? Number.NaN
}

export const median = (values: readonly number[]): number => percentile(values, 0.5)

export interface Cost {
  readonly wallUs: number
  readonly cpuUs: number
}

/** Microseconds of the clock and of this process. */
export async function timed(work: () => unknown): Promise<Cost> {
  globalThis.gc?.()
  const cpu = process.cpuUsage()
  const start = performance.now()
  await work()
  const wallUs = (performance.now() - start) * 1000
  const { user, system } = process.cpuUsage(cpu)
  return { wallUs, cpuUs: user + system }
}

/** The median of each number over some runs, one after the other. */
export async function medians<Key extends string>(
  runs: number,
  run: () => Promise<Readonly<Record<Key, number>>>,
): Promise<Record<Key, number>> {
  const all: Readonly<Record<Key, number>>[] = []
  for (let index = 0; index < runs; index++) all.push(await run())
  const keys = Object.keys(all[0] ?? {}) as Key[]
  return Object.fromEntries(keys.map(key => [key, median(all.map(each => each[key]))])) as Record<Key, number>
}

/** A number of a bench means nothing when the work was not done. */
export function assertEqual(what: string, actual: unknown, expected: unknown): void {
  if (actual !== expected) throw new Error(`${what}: ${String(actual)}, but it should be ${String(expected)}.`)
}
