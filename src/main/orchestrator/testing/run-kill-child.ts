import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bundleModule } from '../../../../build/load-module.ts'

/** The child as a module of its own; answers its path. */
export function buildKillChild(): Promise<string> {
  return bundleModule('src/main/orchestrator/testing/kill-child.ts')
}

export interface KilledRun {
  readonly signal: NodeJS.Signals | null
  readonly code: number | null
  /** What the process said at its end; null when it was killed. */
  readonly report: {
    status: string
    /** Of all chats, sub-agents included. */
    chats: string[]
    turns: number
    states: string[]
    decisions: string[]
    unknown: number
  } | null
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
