// npm run dev: Electron with hot reload; without its binary, the served app, rebuilt and restarted when a source changes.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { watch } from 'node:fs'
import { join } from 'node:path'
import { build, buildIfNeeded } from './build-if-needed.mjs'
import { electronBinary } from './electron-binary.mjs'
import { nodeEnvironment, root, run } from './run.mjs'

await buildIfNeeded()
const { binary, reason } = await electronBinary()
const args = process.argv.slice(2)
if (binary) process.exit(await run('electron-vite', ['dev', '--', ...args]))

console.log(`Electron cannot be started (${reason}); serving instead. Saving a source rebuilds and restarts.`)
// One port over all restarts, so that the page only has to be loaded again.
if (!args.some(arg => arg.startsWith('--port'))) args.push('--port', '5180')
let server
let saved = false
let restarting = false

function start() {
  server = spawn('node', ['out/main/serve.js', ...args], { cwd: root, stdio: 'inherit', env: nodeEnvironment() })
}

async function stop(signal = 'SIGTERM') {
  if (!server || server.exitCode !== null || server.signalCode !== null) return
  const gone = once(server, 'exit')
  server.kill(signal)
  await gone
}

/** One build at a time; what is saved meanwhile is built next. A build that fails waits for the next save. */
async function restart() {
  saved = true
  if (restarting) return
  restarting = true
  while (saved) {
    saved = false
    await stop()
    if (await build({ force: true })) start()
    else console.error('Save again when it is mended.')
  }
  restarting = false
}

start()
let timer
watch(join(root, 'src'), { recursive: true }, () => {
  clearTimeout(timer)
  timer = setTimeout(restart, 300)
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop(signal).then(() => process.exit(0)))
