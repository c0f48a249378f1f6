import { expect, test } from 'vitest'
import { bundle } from '../../build/load-module.ts'
import { type Point, WORKLOADS, type Workload } from './day.ts'
import { inPairs } from './in-pairs.ts'
import { judge } from './judge.ts'
import { Killable } from './kill.ts'
import { MUTANTS, without } from './mutants.ts'

interface Cell {
  readonly point: Point
  readonly workload: Workload
}

const POINTS = Array.from({ length: 27 }, (_, index) => `F${String(index + 1).padStart(2, '0')}` as Point)
const CELLS: readonly Cell[] = POINTS.flatMap(point => WORKLOADS.map(workload => ({ point, workload })))

/** Every cell, or those until the first that breaks a promise. */
async function killEverywhere(app: Killable, cells: readonly Cell[], untilBroken = false) {
  const sum = { kills: 0, decisions: 0, duplicates: 0, lost: 0, ambiguous: 0, cards: 0 }
  const broken: string[] = []
  const killed = inPairs(cells, async ({ point, workload }) => {
    if (untilBroken && broken.length > 0) return
    const day = await app.killAt(workload, point)
    const verdict = judge(day)
    if (day.signal === 'SIGKILL') sum.kills++
    else broken.push(`${point} ${workload}: not killed. ${day.errors}`)
    for (const what of verdict.broken) broken.push(`${point} ${workload}: ${what}`)
    for (const key of ['decisions', 'duplicates', 'lost', 'ambiguous', 'cards'] as const) sum[key] += verdict[key]
  })
  await killed.finally(() => app.close())
  return { sum, broken }
}

test('R1, T-DUR-01: killed at any point of any workload, no effect is repeated, no decision lost, every ambiguous call a card', {
  timeout: 600_000,
}, async () => {
  const { sum, broken } = await killEverywhere(await Killable.build(bundle), CELLS)
  console.log(
    `T-DUR-01: ${sum.kills} kills, ${sum.duplicates} duplicates, ${sum.lost} of ${sum.decisions} acknowledged decisions lost, ${sum.ambiguous} ambiguous calls, ${sum.cards} cards`,
  )
  expect(broken).toEqual([])
  expect(sum).toMatchObject({ kills: 108, duplicates: 0, lost: 0 })
  expect(sum.cards).toBe(sum.ambiguous)
})

test('R1: without one of its rules the kills are seen to break the promise', { timeout: 600_000 }, async () => {
  // The most telling first: the rest of the suite runs only when these see nothing.
  const from = CELLS.findIndex(({ point }) => point === 'F13')
  const cells = [...CELLS.slice(from), ...CELLS.slice(0, from)]
  let seen = 0
  for (const mutant of MUTANTS) {
    const { broken } = await killEverywhere(await Killable.build(bundle, [without(mutant)]), cells, true)
    expect(broken.join('\n'), `without ${mutant.rule}`).toMatch(mutant.broken)
    seen++
  }
  console.log(`T-DUR-01, mutation check: ${seen} of ${MUTANTS.length} rules missed when they are taken away`)
})
