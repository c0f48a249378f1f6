// npm run bench [-- --quick] [NAME...]: what things cost here, as tables. Names: see bench/rows.ts.
import { buildIfNeeded } from './build-if-needed.mjs'
import { run } from './run.mjs'

await buildIfNeeded()
process.exit(await run('node', ['bench/main.ts', ...process.argv.slice(2)]))
