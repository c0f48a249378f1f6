import { rmSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import type { FaultPoint } from './faults.ts'
import { buildKillChild, type KilledRun, linesOf, newFolder, runKillChild } from './testing/run-kill-child.ts'

let script: string
beforeAll(async () => {
  script = await buildKillChild()
}, 60_000)

async function killThenGoOn(workload: string, fault: string) {
  const folder = newFolder()
  try {
    const killed = await runKillChild(script, folder, workload, fault)
    expect(killed.signal, killed.errors).toBe('SIGKILL')
    const acknowledged = linesOf(folder, 'acknowledged')
    const before = linesOf(folder, 'effects')
    const second = await runKillChild(script, folder, workload)
    expectWhole(second)
    return {
      report: second.report as NonNullable<KilledRun['report']>,
      acknowledged,
      before,
      effects: linesOf(folder, 'effects'),
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function expectWhole(run: KilledRun): void {
  expect(run.code, run.errors).toBe(0)
  expect(run.report?.status).toBe('COMPLETED')
}

test('J3: killed while a decision waits: it still waits after the start, and the task completes', async () => {
  const { report, before, effects } = await killThenGoOn('hang-approval', 'wait')
  expect(before).toEqual([])
  expect(effects).toHaveLength(1)
  expect(report).toMatchObject({ states: ['succeeded'], unknown: 0 })
})

test('J2: killed while a call runs that only reads: it runs again under the same id, and the task completes', async () => {
  const { report, before, effects } = await killThenGoOn('hang-read', '')
  expect(before).toHaveLength(1)
  expect(effects).toEqual([before[0], before[0]])
  expect(report).toMatchObject({ states: ['succeeded'], unknown: 0 })
})

test('J2: killed while a call runs that writes: nothing is repeated, a person is asked', async () => {
  const { report, effects } = await killThenGoOn('hang-write', '')
  expect(effects).toHaveLength(1)
  expect(report).toMatchObject({ states: ['failed'], unknown: 1 })
})

/** Where each workload passes. F13 lies in the tool, F20 to F24 belong to other folders. */
const POINTS: readonly [string, readonly FaultPoint[]][] = [
  [
    'approval',
    ['F01', 'F02', 'F03', 'F04', 'F05', 'F06', 'F07', 'F08', 'F09', 'F10', 'F11', 'F12', 'F14', 'F15', 'F16'],
  ],
  ['read', ['F10', 'F11', 'F12', 'F14', 'F15', 'F16', 'F27']],
  ['parallel', ['F05', 'F07', 'F08', 'F09', 'F11', 'F12', 'F14', 'F15', 'F16', 'F17']],
  ['sub-agent', ['F05', 'F08', 'F10', 'F11', 'F12', 'F14', 'F15', 'F16', 'F18', 'F19']],
  ['retry', ['F25']],
  ['abort', ['F26']],
]

/** Where a call may have had its effect, and nobody knows. What a sub-agent's parent did is found again at the others. */
const UNKNOWN: Readonly<Record<string, readonly FaultPoint[]>> = {
  approval: ['F11', 'F12', 'F14', 'F15'],
  'sub-agent': ['F15'],
}

test.each(POINTS.flatMap(([workload, points]) => points.map(point => [workload, point] as const)))(
  'J4: “%s” killed at %s loses no decision and repeats no effect',
  async (workload, point) => {
    const { report, acknowledged, effects } = await killThenGoOn(workload, point)
    const writes = effects.filter(line => !line.startsWith('lookup'))
    expect(new Set(writes).size).toBe(writes.length)
    for (const decision of acknowledged) expect(report.decisions).toContain(decision)
    // Told, but its end not stored: nobody knows, so a person is asked, never a silent retry.
    const unknown = UNKNOWN[workload]?.includes(point) ? 1 : 0
    const several = workload === 'parallel' && ['F11', 'F12', 'F14', 'F15'].includes(point)
    if (!several) expect(report.unknown).toBe(unknown)
    if (workload === 'approval') expect(report.states).toEqual([unknown ? 'failed' : 'succeeded'])
    if (workload === 'sub-agent') expect(report).toMatchObject({ chats: ['COMPLETED', 'COMPLETED'], turns: 2 })
    if (workload === 'read') expect(report.states).toEqual(['succeeded'])
  },
)
