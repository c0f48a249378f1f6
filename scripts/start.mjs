// npm start: the app in a window of its own; where Electron cannot run, the same app in a browser.
import { buildIfNeeded } from './build-if-needed.mjs'
import { electronBinary } from './electron-binary.mjs'
import { root, run } from './run.mjs'

/** Within this time it is the start that failed: no sandbox it may use, a library that is not installed. */
const START_MS = 5_000

await buildIfNeeded()
const args = process.argv.slice(2)
let { binary, reason } = await electronBinary()
if (binary) {
  const started = Date.now()
  const code = await run(binary, [root, ...args])
  // The app itself ends with small codes; these are of the system, or of a crash.
  if (code < 126 || Date.now() - started > START_MS) process.exit(code)
  reason = 'it ended at once; the lines above say why'
}
console.log(`Electron cannot be started (${reason}); serving the same app to your browser instead.`)
process.exit(await run('node', ['out/main/serve.js', ...args]))
