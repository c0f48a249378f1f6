// npm run vectors: see vectors.ts, which needs Node 24.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const [run, vectors] = ['run.mjs', 'vectors.ts'].map(name => fileURLToPath(new URL(name, import.meta.url)))
process.exit(spawnSync(process.execPath, [run, 'node', vectors], { stdio: 'inherit' }).status ?? 1)
