import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { decorators } from '../../../../build/decorators.ts'

const root = fileURLToPath(new URL('../../../..', import.meta.url))

/** Bundles kill-child.ts with the project's own build settings; answers its path. */
export async function buildKillChild(): Promise<string> {
  const outDir = mkdtempSync(join(root, 'node_modules/.kill-child-'))
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [decorators()],
    resolve: { alias: { '@spora/sdk': join(root, 'src/sdk/index.ts') } },
    build: { ssr: 'src/main/orchestrator/testing/kill-child.ts', outDir, emptyOutDir: true, minify: false },
  })
  return join(outDir, 'kill-child.js')
}

export interface KilledRun {
  readonly signal: NodeJS.Signals | null
  readonly code: number | null
  /** What the process said at its end; null when it was killed. */
  readonly report: { status: string; states: string[]; decisions: string[]; unknown: number } | null
  readonly errors: string
}

/** Runs the child until it ends; kills it when it says that it stands still. */
export function runKillChild(script: string, folder: string, workload: string, fault = ''): Promise<KilledRun> {
  const child: ChildProcess = spawn(process.execPath, [script, folder, workload, fault], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  let errors = ''
  child.stdout?.on('data', data => {
    said += data
    if (said.includes('standing')) child.kill('SIGKILL')
  })
  child.stderr?.on('data', data => {
    errors += data
  })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code, signal) => {
      const last = said.trim().split('\n').at(-1) ?? ''
      resolve({ code, signal, errors, report: last.startsWith('{') ? JSON.parse(last) : null })
    })
  })
}

export function linesOf(folder: string, file: string): string[] {
  const path = join(folder, file)
  return existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : []
}

export function newFolder(): string {
  return mkdtempSync(join(tmpdir(), 'spora-kill-'))
}
