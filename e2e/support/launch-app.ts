import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { _electron, type ElectronApplication, type Page } from '@playwright/test'
import { untilClosed } from './opened.ts'

export interface RunningApp {
  readonly app: ElectronApplication
  readonly page: Page
  readonly folder: string
  close(): Promise<void>
}

export const newFolder = (): string => mkdtempSync(join(tmpdir(), 'spora-e2e-'))

/** The built desktop app on a data folder; a new empty profile unless one is given. */
export async function launchApp({
  folder = newFolder(),
  size = { width: 1280, height: 820 },
}: {
  folder?: string
  size?: { width: number; height: number }
} = {}): Promise<RunningApp> {
  const app = await _electron.launch({ args: ['.', `--data=${folder}`], cwd: join(import.meta.dirname, '../..') })
  const page = await app.firstWindow()
  await page.waitForURL(/index\.html/)
  await page.setViewportSize(size)
  return untilClosed({ app, page, folder, close: () => app.close() })
}
