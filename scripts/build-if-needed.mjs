// Builds out/ when it is missing or older than the sources.
import { existsSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { root, run } from './run.mjs'

const stamp = join(root, 'out/.built')
const SOURCES = ['src', 'build', 'electron.vite.config.ts', 'package-lock.json']

function newest(path) {
  const stat = statSync(path)
  if (!stat.isDirectory()) return stat.mtimeMs
  return Math.max(stat.mtimeMs, ...readdirSync(path).map(name => newest(join(path, name))))
}

/** Answers whether there is a build of the present sources. */
export async function build({ force = false } = {}) {
  const fresh =
    existsSync(stamp) && statSync(stamp).mtimeMs > Math.max(...SOURCES.map(name => newest(join(root, name))))
  if (fresh && !force) return true
  console.error('Building the app…')
  rmSync(join(root, 'out'), { recursive: true, force: true })
  const started = new Date()
  if ((await run('electron-vite', ['build', '--logLevel', 'warn'], { stdio: ['ignore', 2, 2] })) !== 0) {
    console.error('The build failed; the lines above say where.')
    return false
  }
  writeFileSync(stamp, '')
  utimesSync(stamp, started, started) // a source saved during the build is newer than it
  return true
}

/** Ends the process when the build fails. */
export async function buildIfNeeded(options) {
  if (!(await build(options))) process.exit(1)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildIfNeeded({ force: true })
