// npm start: the app in a window of its own; where Electron cannot run, the same app in a browser.
import { buildIfNeeded } from './build-if-needed.mjs'
import { electronBinary } from './electron-binary.mjs'
import { root, run } from './run.mjs'

await buildIfNeeded()
const { binary, reason } = await electronBinary()
const args = process.argv.slice(2)
if (binary) process.exit(await run(binary, [root, ...args]))
console.log(`Electron cannot be started (${reason}); serving the same app to your browser instead.`)
process.exit(await run('node', ['out/main/serve.js', ...args]))
