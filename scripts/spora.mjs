// npm run spora -- COMMAND: the command line of the built app.
import { buildIfNeeded } from './build-if-needed.mjs'
import { run } from './run.mjs'

await buildIfNeeded()
process.exit(await run('node', ['out/main/cli.js', ...process.argv.slice(2)]))
