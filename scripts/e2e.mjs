// npm run e2e [-- PLAYWRIGHT ARGS]: the browser tests alone, on the built app.
import { buildIfNeeded } from './build-if-needed.mjs'
import { chromium, NO_CHROMIUM } from './chromium.mjs'
import { nodeEnvironment, run } from './run.mjs'

await buildIfNeeded()
const browser = await chromium()
if (!browser) {
  console.error(NO_CHROMIUM)
  process.exit(1)
}
process.exit(
  await run('playwright', ['test', ...process.argv.slice(2)], {
    env: { ...nodeEnvironment(), SPORA_CHROMIUM: browser },
  }),
)
