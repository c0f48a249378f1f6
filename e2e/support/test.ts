import { test as base } from '@playwright/test'
import { opened } from './opened.ts'
import { closeSharedBrowser } from './shared-browser.ts'

/** Playwright's test; whatever a failed one left open is photographed and closed. */
export const test = base.extend<{ cleanUp: undefined }, { browserOfAll: undefined }>({
  cleanUp: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures it must make from this pattern
    async ({}, use, info) => {
      await use(undefined)
      for (const [index, { page, close }] of [...opened].entries()) {
        await page?.screenshot({ path: info.outputPath(`left-open-${index}.png`) }).catch(() => {})
        await close().catch(() => {})
      }
      opened.clear()
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
