import { test as base } from '@playwright/test'
import { opened } from './opened.ts'
import { closeSharedBrowser } from './shared-browser.ts'

/** Playwright's test; whatever a failed one left open is photographed, and closed unless several tests share it. */
export const test = base.extend<{ cleanUp: undefined }, { browserOfAll: undefined }>({
  cleanUp: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures it must make from this pattern
    async ({}, use, info) => {
      const shared = new Set(opened)
      await use(undefined)
      const failed = info.status !== info.expectedStatus
      for (const [index, thing] of [...opened].entries()) {
        if (failed) await thing.page?.screenshot({ path: info.outputPath(`left-open-${index}.png`) }).catch(() => {})
        if (shared.has(thing)) continue
        await thing.close().catch(() => {})
        opened.delete(thing)
      }
    },
    { auto: true },
  ],
  browserOfAll: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures it must make from this pattern
    async ({}, use) => {
      await use(undefined)
      await closeSharedBrowser()
    },
    { auto: true, scope: 'worker' },
  ],
})
