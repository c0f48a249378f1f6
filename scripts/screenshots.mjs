// npm run screenshots: takes the pictures in docs/screenshots from the real app, light and dark.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { buildIfNeeded } from './build-if-needed.mjs'
import { chromium } from './chromium.mjs'
import { nodeEnvironment, root, run } from './run.mjs'

await buildIfNeeded()
mkdirSync(join(root, 'docs/screenshots'), { recursive: true })
const env = { ...nodeEnvironment(), SPORA_CHROMIUM: chromium() ?? '' }
process.exit(await run('playwright', ['test', '-c', 'e2e/screenshots/playwright.config.ts'], { env }))
