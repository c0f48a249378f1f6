// npm run dev: Electron with hot reload; without its binary, the served app, rebuilt and restarted when a source changes.
import { spawn } from 'node:child_process'
import { watch } from 'node:fs'
import { join } from 'node:path'
import { buildIfNeeded } from './build-if-needed.mjs'
import { electronBinary } from './electron-binary.mjs'
import { nodeEnvironment, root, run } from './run.mjs'

const { binary, reason } = await electronBinary()
if (binary) process.exit(await run('electron-vite', ['dev']))

console.log(`Electron cannot be started (${reason}); serving instead. Saving a source rebuilds and restarts.`)
const args = ['out/main/serve.js', ...process.argv.slice(2)]
// One port over all restarts, so that the page only has to be loaded again.
if (!args.includes('--port')) args.push('--port', '5180')
let server
let timer
const start = () => {
  server = spawn('node', args, { cwd: root, stdio: 'inherit', env: nodeEnvironment() })
}
async function restart() {
  const old = server
  if (old && old.exitCode === null) {
    old.kill('SIGTERM')
    await new Promise(resolve => old.once('exit', resolve))
  }
  await buildIfNeeded({ force: true })
  start()
}
await buildIfNeeded()
start()
watch(join(root, 'src'), { recursive: true }, () => {
  clearTimeout(timer)
  timer = setTimeout(restart, 300)
})
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => {
    server?.kill(signal)
    process.exit(0)
  })
