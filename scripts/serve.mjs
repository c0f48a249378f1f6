// npm run serve: the app in a browser on 127.0.0.1. Options: --port N, --data DIR.
import { buildIfNeeded } from './build-if-needed.mjs'
import { run } from './run.mjs'

await buildIfNeeded()
process.exit(await run('node', ['out/main/serve.js', ...process.argv.slice(2)]))
