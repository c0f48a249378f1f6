// npm run test:kill: see kill.ts, which needs Node 24.
import { run } from './run.mjs'

process.exit(await run('node', ['scripts/kill.ts', ...process.argv.slice(2)]))
