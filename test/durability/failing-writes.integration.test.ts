import { spawnSync } from 'node:child_process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bundle } from '../../build/load-module.ts'
import { loops } from '../loops.ts'
import { WORKLOADS, type Workload } from './day.ts'
import { inPairs } from './in-pairs.ts'
import { judge } from './judge.ts'
import { Killable } from './kill.ts'
import { OutsideWorld } from './world.ts'

const hasStrace = spawnSync('strace', ['-V']).status === 0
if (!hasStrace) console.log('T-DUR-05: skipped: no strace')

/** From the Nth write on so many fail. */
const LASTING = [1, 6]
const LAST = 40

let app: Killable
beforeAll(async () => {
  app = await Killable.build(bundle)
}, 60_000)
afterAll(() => app?.close())

test.skipIf(!hasStrace)(
  'R14, T-DUR-05: writes that fail lose nothing that was acknowledged, are told, and the day goes on when they work again',
  { timeout: 900_000 },
  async () => {
    const all = ['EIO', 'ENOSPC'].flatMap(error =>
      LASTING.flatMap(lasting =>
        Array.from({ length: LAST }, (_, nth) => ({
          inject: `error=${error}:when=${nth + 1}..${nth + lasting}`,
          workload: WORKLOADS[nth % WORKLOADS.length] as Workload,
        })),
      ),
    )
    // Some of every kind, also when only some are had.
    const days = Array.from({ length: loops(all.length) }, (_, index) => all[(index * 37) % all.length] ?? all[0])
    const broken: string[] = []
    const sum = { failed: 0, told: 0, refusedStarts: 0, decisions: 0 }
    await inPairs(days, async each => {
      if (!each) return
      const day = await app.failAt(each.workload, each.inject)
      const verdict = judge(day)
      const { sentences } = new OutsideWorld(day.folder)
      const startRefused = day.code !== 0 && /DB_FULL|DATA_FOLDER_UNUSABLE|DB_CORRUPT/.test(day.errors)
      for (const what of verdict.broken) broken.push(`${each.workload}, ${each.inject}: ${what}`)
      if (day.code !== 0 && !startRefused) broken.push(`${each.workload}, ${each.inject}: ${day.errors}`)
      if (sentences.some(sentence => !/nothing was saved|cannot be used/.test(sentence))) broken.push(sentences.join())
      sum.failed += day.failed
      sum.told += sentences.length
      sum.refusedStarts += startRefused ? 1 : 0
      sum.decisions += verdict.decisions
    })
    console.log(
      `T-DUR-05: ${days.length} days, ${sum.failed} writes failed, told ${sum.told} times, ${sum.refusedStarts} starts refused, ${sum.decisions} acknowledged decisions, ${broken.length} promises broken`,
    )
    expect(broken).toEqual([])
    expect(sum.failed).toBeGreaterThanOrEqual(days.length / 2)
    expect(sum.told).toBeGreaterThan(0)
  },
)
