import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { _electron } from '@playwright/test'
import { runningInstance } from '../src/main/api/instance.ts'
import { instanceClient } from '../src/main/api/instance-client.ts'
import { assertEqual, median } from './measure.ts'
import { newFolder } from './new-folder.ts'
import { printTable } from './print-table.ts'
import type { Row } from './row.ts'

const root = process.cwd()
const realElectron = existsSync(join(root, 'node_modules/electron/path.txt'))

/** (c) From the start of the process until the window can be used, beside a window with nothing in it. */
export const row: Row = async ({ quick }) => {
  if (!realElectron || process.env.SPORA_STANDIN === '1')
    process.env.ELECTRON_OVERRIDE_DIST_PATH = join(root, 'e2e/electron-standin')
  const folder = newFolder()
  await launch(['.', `--data=${folder}`], () => endFirstRun(folder))
  const ours: number[] = []
  const empty: number[] = []
  for (let round = 0; round < (quick ? 2 : 7); round++) {
    empty.push(await launch(['bench/empty-app', `--user-data-dir=${newFolder()}`]))
    ours.push(await launch(['.', `--data=${folder}`]))
  }
  printTable(
    `Start of the app on ${realElectron ? 'Electron' : 'the stand-in'} (ms, until its first heading can be seen)`,
    ['', 'median', 'best'],
    [
      ['Spora', median(ours), Math.min(...ours)],
      ['an empty window', median(empty), Math.min(...empty)],
      ['ratio', median(ours) / median(empty), Math.min(...ours) / Math.min(...empty)],
    ],
  )
}

/** What is measured is any later start, not the first one with its questions. */
async function endFirstRun(folder: string): Promise<void> {
  let instance = await runningInstance(folder)
  for (let tries = 0; !instance && tries < 100; tries++) {
    await setTimeout(50) // it answers a little after its window is there
    instance = await runningInstance(folder)
  }
  if (!instance) throw new Error('The app that was started does not answer.')
  const { client, close } = instanceClient(instance)
  await client.system.setPreferences({ welcomed: true })
  await close()
}

async function launch(args: string[], after?: () => Promise<void>): Promise<number> {
  const start = performance.now()
  const app = await _electron.launch({ args, cwd: root })
  try {
    const page = await app.firstWindow()
    const heading = page.getByRole('heading').first()
    await heading.waitFor()
    const ms = performance.now() - start
    assertEqual('the heading says something', ((await heading.textContent()) ?? '').trim() !== '', true)
    await after?.()
    return ms
  } finally {
    await app.close()
  }
}
