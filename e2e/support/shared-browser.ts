import type { Browser } from '@playwright/test'
import { launchBrowser } from './launch-serve.ts'

let running: Promise<Browser> | undefined

/** One for all tests of a worker: each has contexts of its own. */
export function sharedBrowser(): Promise<Browser> {
  running ??= launchBrowser()
  return running
}

export async function closeSharedBrowser(): Promise<void> {
  await (await running)?.close()
  running = undefined
}
