// npm run vectors: see vectors.ts, which needs Node 24.
import { run } from './run.mjs'

process.exit(await run('node', ['scripts/vectors.ts']))
