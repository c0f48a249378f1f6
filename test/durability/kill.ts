import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import type { Plugin } from 'vite'
import type { bundle } from '../../build/load-module.ts'
import { migrations } from '../../src/main/storage/migrations/index.ts'
import { openDatabase } from '../../src/main/storage/open-database.ts'
import type { GoOn, WentOn } from './app-process.ts'
import type { Point, Workload } from './day.ts'
import { OutsideWorld } from './world.ts'

/** A day that is still going on then hangs. */
const LONGEST_DAY_MS = 60_000

/** How many people an older database has, to be found again after its update. */
export const OLD_PEOPLE = 40

const PLUGIN = `import { definePlugin, defineTool, ToolResult } from '@spora/sdk'
const Echo = defineTool({
  name: 'echo',
  description: 'Gives back what it is given.',
  describe: () => 'Echo',
  execute: async () => ToolResult.ok('echo'),
})
export default definePlugin({ tools: [Echo] })
`

export interface KilledDay {
  readonly workload: Workload
  /** Where, or after how many milliseconds. */
  readonly when: string
  readonly signal: NodeJS.Signals | null
  readonly errors: string
  /** The day's folder; `data` in it is the app's. */
  readonly folder: string
  /** The app that was killed had an older database. */
  readonly old: boolean
  /** F22: the log still stood beside the file. */
  readonly log: boolean
  /** How many effects there were when the app was gone. */
  readonly effectsBefore: number
  readonly report: WentOn
}

/** A day in which writes failed. */
export interface FailedDay extends KilledDay {
  /** 0 when the app went on; otherwise it could not start. */
  readonly code: number | null
  readonly failed: number
}

/** What writes a database's file and what brings it to the disk. */
const WRITES = 'fdatasync,fsync,pwrite64,write'

/** The app as it can be killed: built once, started often, and processes that go on where others were ended. */
export class Killable {
  readonly #script: string
  readonly #root = mkdtempSync(join(tmpdir(), 'spora-kill-'))
  readonly #env: NodeJS.ProcessEnv
  readonly #survivors: Survivor[]
  #days = 0

  /** `plugins` may change the sources on their way into the build. */
  static async build(build: typeof bundle, plugins: readonly Plugin[] = []): Promise<Killable> {
    const out = await build(
      {
        'main/app-process': 'test/durability/app-process.ts',
        'main/plugin-host': 'src/main/plugins/host/plugin-host.ts',
        'sdk/index': 'src/sdk/index.ts',
      },
      { standalone: true, plugins },
    )
    const killable = new Killable(out)
    await killable.#prepare().catch(error => {
      killable.close()
      throw error
    })
    return killable
  }

  private constructor(out: string) {
    this.#script = join(out, 'main/app-process.js')
    this.#env = { ...process.env, NODE_COMPILE_CACHE: join(out, 'compiled') }
    this.#survivors = [0, 1].map(() => new Survivor(this.#script, this.#env))
  }

  async #prepare(): Promise<void> {
    mkdirSync(join(this.#root, 'new/data'), { recursive: true })
    mkdirSync(join(this.#root, 'old/data'), { recursive: true })
    const prepared = await this.#survivors[0]?.goOn({ folder: join(this.#root, 'new') })
    if (prepared && 'failed' in prepared) throw new Error(prepared.failed)
    const old = openDatabase(join(this.#root, 'old/data/spora.db'), { migrations: migrations.slice(0, -1) })
    const add = old.sqlite.prepare("INSERT INTO users (name, created_at) VALUES (?, '2026-01-01T00:00:00.000Z')")
    for (let person = 1; person < OLD_PEOPLE; person++) add.run(`Person ${person}`)
    old.close()
  }

  /** A day that ends at a point, and the day after. */
  async killAt(workload: Workload, point: Point): Promise<KilledDay> {
    const folder = this.#newDay(point === 'F20' || point === 'F21')
    if (point === 'F24') {
      mkdirSync(join(folder, 'plugin'))
      writeFileSync(join(folder, 'plugin/plugin.json'), JSON.stringify({ slug: 'echo', name: 'Echo', version: '1' }))
      writeFileSync(join(folder, 'plugin/index.mjs'), PLUGIN)
    }
    return this.#dayAfter(folder, workload, point, await this.#run([folder, workload, point]))
  }

  /** A day that ends somewhere, and the day after. Null when the day was over before. */
  async killAfter(workload: Workload, ms: number, seed: number): Promise<KilledDay | null> {
    const folder = this.#newDay(false)
    const ended = await this.#run([folder, workload], child => setTimeout(() => child.kill('SIGKILL'), ms))
    if (ended.signal === null) return null
    return this.#dayAfter(folder, workload, `${ms} ms`, ended, seed)
  }

  /** A day on a disk that fails, as `strace` makes it fail, and the day after on one that does not. */
  async failAt(workload: Workload, inject: string): Promise<FailedDay> {
    const folder = this.#newDay(false)
    const log = join(folder, 'strace')
    const files = ['', '-wal', '-journal'].flatMap(part => ['-P', join(folder, `data/spora.db${part}`)])
    const under = [
      'strace',
      '-f',
      '-qq',
      '-o',
      log,
      ...files,
      '-e',
      `trace=${WRITES}`,
      '-e',
      `inject=${WRITES}:${inject}`,
    ]
    const ended = await this.#run([folder, workload], undefined, under)
    const failed = readFileSync(log, 'utf8').split('(INJECTED)').length - 1
    rmSync(log)
    return { ...(await this.#dayAfter(folder, workload, inject, ended)), code: ended.code, failed }
  }

  /** How many milliseconds a day takes that nothing ends. */
  async measure(workload: Workload): Promise<number> {
    let began = 0
    const { errors, code } = await this.#run([this.#newDay(false), workload], () => {
      began = performance.now()
      return undefined
    })
    if (code !== 0) throw new Error(`A day without a kill failed: ${errors}`)
    return performance.now() - began
  }

  close(): void {
    for (const survivor of this.#survivors) survivor.close()
    rmSync(this.#root, { recursive: true, force: true })
  }

  #newDay(old: boolean): string {
    const folder = join(this.#root, String(++this.#days))
    cpSync(join(this.#root, old ? 'old' : 'new'), folder, { recursive: true })
    return folder
  }

  async #dayAfter(folder: string, workload: Workload, when: string, { signal, errors }: Ended, seed?: number) {
    const survivor = this.#survivors.toSorted((a, b) => a.waiting - b.waiting)[0] as Survivor
    const log = existsSync(join(folder, 'data/spora.db-wal'))
    const old = existsSync(join(folder, 'data/backups')) || when === 'F21'
    const effectsBefore = new OutsideWorld(folder).effects.length
    const report = await survivor.goOn({ folder, workload, ...(seed === undefined ? {} : { seed }) })
    return { folder, workload, when, signal, errors, log, old, effectsBefore, report }
  }

  /** `began`: the process is there, and the day begins. */
  #run(
    args: readonly string[],
    began?: (child: ChildProcess) => NodeJS.Timeout | undefined,
    under: readonly string[] = [],
  ): Promise<Ended> {
    const [command = '', ...rest] = [...under, process.execPath, this.#script, 'live', ...args]
    const child = spawn(command, rest, {
      env: this.#env,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const timers = [setTimeout(() => child.kill('SIGABRT'), LONGEST_DAY_MS)]
    child.stdout.once('data', () => {
      const timer = began?.(child)
      if (timer) timers.push(timer)
    })
    let errors = ''
    child.stderr.on('data', data => {
      errors += data
    })
    return new Promise((resolve, reject) => {
      child.on('error', reject)
      child.on('close', (code, signal) => {
        for (const timer of timers) clearTimeout(timer)
        resolve({ code, signal, errors })
      })
    })
  }
}

interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly errors: string
}

/** A process that starts the app in one folder after the other, each time anew. */
class Survivor {
  readonly #child: ChildProcess
  readonly #answers: ((line: string) => void)[] = []
  #gone: string | undefined

  constructor(script: string, env: NodeJS.ProcessEnv) {
    this.#child = spawn(process.execPath, [script, 'go-on'], { env, stdio: ['pipe', 'pipe', 'inherit'] })
    const lines = createInterface({ input: this.#child.stdout as Readable })
    lines.on('line', line => this.#answers.shift()?.(line))
    this.#child.stdin?.on('error', () => {})
    this.#child.on('exit', (code, signal) => {
      this.#gone = JSON.stringify({ failed: `The process that goes on ended with ${code ?? signal}.` })
      for (const answer of this.#answers.splice(0)) answer(this.#gone)
    })
  }

  get waiting(): number {
    return this.#answers.length
  }

  async goOn(day: GoOn): Promise<WentOn> {
    const line = this.#gone ?? new Promise<string>(resolve => this.#answers.push(resolve))
    this.#child.stdin?.write(`${JSON.stringify(day)}\n`)
    const hangs = setTimeout(() => this.#child.kill('SIGKILL'), LONGEST_DAY_MS)
    try {
      return JSON.parse(await line) as WentOn
    } finally {
      clearTimeout(hangs)
    }
  }

  close(): void {
    this.#child.kill()
  }
}
