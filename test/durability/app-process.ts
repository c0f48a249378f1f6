/*
 * The app in a process of its own, for tests that kill it.
 *
 *   app-process live FOLDER WORKLOAD [POINT]   a day; at POINT, the first time it is passed, the process is gone
 *   app-process go-on                          reads folders, a line each (JSON), goes on with what the last process
 *                                              left there, and prints how it ended, a line each
 */
import { existsSync, realpathSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Worker } from 'node:worker_threads'
import { forkNodeHost } from '../../src/main/plugins/fork-node.ts'
import { PluginService } from '../../src/main/plugins/plugin-service.ts'
import { type DayOptions, type DayReport, liveThroughDay, type Point, prepareDays, type Workload } from './day.ts'
import { randomOf } from './random.ts'
import type { OutsideWorld } from './world.ts'

type App = Parameters<NonNullable<DayOptions['plugin']>>[0]

export interface GoOn {
  readonly folder: string
  /** Without one the folder is only prepared. */
  readonly workload?: Workload
  /** Chooses what the person says of calls nobody knows the end of; without it they are skipped. */
  readonly seed?: number
}
export type WentOn = DayReport | { readonly failed: string }

const [mode = '', ...rest] = process.argv.slice(2)
if (mode === 'live') await live(rest[0] ?? '', rest[1] as Workload, rest[2] as Point | undefined)
else for await (const line of createInterface({ input: process.stdin })) await goOn(JSON.parse(line) as GoOn)

async function live(folder: string, workload: Workload, point: Point | undefined): Promise<void> {
  const at = (passed: Point) => {
    if (passed === point) die(passed, folder)
  }
  writeSync(1, 'the day begins\n')
  await liveThroughDay({ ...inFolder(folder, at), workload, at, second: false })
  if (point === 'F22') for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
}

async function goOn({ folder, workload, seed }: GoOn): Promise<void> {
  const random = randomOf(seed ?? 0)
  const answers = ['it_happened', 'run_again', 'skip'] as const
  const day: Omit<DayOptions, 'workload'> = {
    ...inFolder(folder, () => {}),
    at() {},
    second: true,
    ...(seed === undefined ? {} : { answer: () => answers[random(3)] ?? 'skip' }),
  }
  try {
    const report = workload ? await liveThroughDay({ ...day, workload }) : prepareDays({ ...day, workload: 'read' })
    console.log(JSON.stringify(report ?? {}))
  } catch (error) {
    console.log(JSON.stringify({ failed: String(error) } satisfies WentOn))
  }
}

function inFolder(folder: string, at: (point: Point) => void): Pick<DayOptions, 'folder' | 'outside' | 'plugin'> {
  const plugin = join(folder, 'plugin')
  return {
    folder: join(folder, 'data'),
    outside: folder,
    ...(existsSync(plugin) ? { plugin: (app, world) => usePlugin(realpathSync(plugin), folder, app, world, at) } : {}),
  }
}

/** Adds the plugin unless it was added, and sees it run. */
async function usePlugin(
  plugin: string,
  folder: string,
  { database, registry, events }: App,
  world: OutsideWorld,
  at: (point: Point) => void,
): Promise<void> {
  const fork = forkNodeHost({ outFolder: join(import.meta.dirname, '..') })
  const service = new PluginService({
    database,
    registry,
    events,
    shippedFolder: null,
    toolData: { classesOf: () => [], drop() {}, move() {} },
    dataFolder: join(folder, 'data'),
    forkHost: options => {
      const host = fork(options)
      if (host.pid !== undefined) world.started(host.pid)
      at('F24')
      return host
    },
  })
  await service.start()
  await service.settled()
  if (service.list().length === 0) {
    const { candidate_id, digest } = await service.choose(plugin)
    await service.add({ candidate_id, digest: digest ?? '', mode: 'link' })
  }
  const [view] = service.list()
  await service.stop()
  if (view?.state !== 'loaded') throw new Error(`The plugin is ${view?.state}: ${view?.error?.message}`)
}

/** F22: not before, but while the log is written into the file. A thread sees the file change, and ends everything. */
function die(point: Point, folder: string): void {
  if (point !== 'F22') process.kill(process.pid, 'SIGKILL')
  const ready = new Int32Array(new SharedArrayBuffer(4))
  new Worker(
    `const { workerData: { file, ready } } = require('node:worker_threads')
     const { statSync } = require('node:fs')
     const before = statSync(file, { bigint: true }).mtimeNs
     Atomics.store(ready, 0, 1)
     Atomics.notify(ready, 0)
     while (statSync(file, { bigint: true }).mtimeNs === before);
     process.kill(process.pid, 'SIGKILL')`,
    { eval: true, workerData: { file: join(folder, 'data/spora.db'), ready } },
  )
  Atomics.wait(ready, 0, 0)
}
