import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { _electron, type ElectronApplication, type Page } from '@playwright/test'
import { untilClosed } from './opened.ts'

export interface RunningApp {
  readonly app: ElectronApplication
  readonly page: Page
  readonly folder: string
  close(): Promise<void>
  /** At once, as a crash or a power cut would. */
  kill(): Promise<void>
}

export const newFolder = (): string => mkdtempSync(join(tmpdir(), 'spora-e2e-'))

/** The built desktop app on a data folder; a new empty profile unless one is given. */
export async function launchApp({
  folder = newFolder(),
  size = { width: 1280, height: 820 },
  env = {},
}: {
  folder?: string
  /** Beside the environment of the test itself. */
  env?: Readonly<Record<string, string>>
  size?: { width: number; height: number }
} = {}): Promise<RunningApp> {
  const app = await _electron.launch({
    args: ['.', `--data=${folder}`],
    cwd: join(import.meta.dirname, '../..'),
    env: { ...(process.env as Record<string, string>), ...env },
  })
  const page = await app.firstWindow()
  await page.waitForURL(/index\.html/)
  await page.setViewportSize(size)
  const running = untilClosed({ app, page, folder, close: () => app.close() })
  const kill = async () => {
    const gone = app.waitForEvent('close')
    app.process().kill('SIGKILL')
    await gone
    running.forget()
  }
  return { ...running, kill }
}

/** A start that ends by itself: its exit code, and what it says on the terminal. */
export async function refusedApp(folder: string): Promise<{ readonly code: number | null; readonly said: string }> {
  const electron = createRequire(import.meta.url)('electron') as unknown as string
  const child = spawn(electron, ['.', `--data=${folder}`], { cwd: join(import.meta.dirname, '../..') })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (said += chunk))
  const [code] = await once(child, 'close')
  return { code, said }
}
