// npm run screenshots: takes the pictures in docs/screenshots from the real app, light and dark.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { buildIfNeeded } from './build-if-needed.mjs'
import { chromium, NO_CHROMIUM } from './chromium.mjs'
import { nodeEnvironment, root, run } from './run.mjs'

await buildIfNeeded()
const browser = await chromium()
if (!browser) {
  console.error(NO_CHROMIUM)
  process.exit(1)
}
mkdirSync(join(root, 'docs/screenshots'), { recursive: true })
const env = { ...nodeEnvironment(), SPORA_CHROMIUM: browser }
process.exit(await run('playwright', ['test', '-c', 'e2e/screenshots/playwright.config.ts'], { env }))
