import type { bundle } from '../../build/load-module.ts'
import { WORKLOADS, type Workload } from './day.ts'
import { inPairs } from './in-pairs.ts'
import { judge } from './judge.ts'
import { Killable, type KilledDay } from './kill.ts'
import { randomOf } from './random.ts'

export interface RandomKills {
  readonly trials: number
  readonly duplicates: number
  readonly lost: number
  readonly decisions: number
  readonly ambiguous: number
  readonly cards: number
  /** A sentence for each promise that was broken. */
  readonly broken: readonly string[]
}

/** T-DUR-02: the app is killed at any moment of a day, and goes on the next. */
export async function killAtRandom(build: typeof bundle, trials: number, seed: number): Promise<RandomKills> {
  const random = randomOf(seed)
  const app = await Killable.build(build)
  const sum = { trials, duplicates: 0, lost: 0, decisions: 0, ambiguous: 0, cards: 0 }
  const broken: string[] = []
  try {
    const lengths: number[] = []
    for (const workload of WORKLOADS) lengths.push(await app.measure(workload))
    const days = Array.from({ length: trials }, (_, trial) => ({
      workload: WORKLOADS[trial % WORKLOADS.length] as Workload,
      ms: random(Math.ceil(lengths[trial % WORKLOADS.length] ?? 1)),
      answers: random(2 ** 31),
    }))
    await inPairs(days, async ({ workload, ms, answers }) => {
      const day = await killed(app, workload, ms, answers)
      const verdict = judge(day)
      for (const what of verdict.broken) broken.push(`${workload} after ${day.when}: ${what}`)
      for (const key of ['duplicates', 'lost', 'decisions', 'ambiguous', 'cards'] as const) sum[key] += verdict[key]
    })
  } finally {
    app.close()
  }
  return { ...sum, broken }
}

/** A day that was over too early is had again, and ended a little earlier. */
async function killed(app: Killable, workload: Workload, ms: number, answers: number): Promise<KilledDay> {
  return (await app.killAfter(workload, ms, answers)) ?? killed(app, workload, Math.floor(ms * 0.8), answers)
}

export function inWords({ trials, duplicates, lost, decisions, ambiguous, cards }: RandomKills): string {
  return `${trials} kills, ${duplicates} duplicates, ${lost} of ${decisions} acknowledged decisions lost, ${ambiguous} ambiguous calls, ${cards} cards`
}
