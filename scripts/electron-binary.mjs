// Whether the real Electron can be started here, and getting its binary if it is not there yet.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { nodeEnvironment, root } from './run.mjs'

const DAY = 24 * 60 * 60 * 1000
const DOWNLOAD_LIMIT_MS = 30_000
const refusal = join(root, 'node_modules/.cache/spora/electron-unavailable')

/** The installed binary's path, or undefined. Never downloads. */
export function installedElectron() {
  const pathFile = join(root, 'node_modules/electron/path.txt')
  if (!existsSync(pathFile)) return undefined
  const binary = join(root, 'node_modules/electron/dist', readFileSync(pathFile, 'utf8').trim())
  return existsSync(binary) ? binary : undefined
}

export function hasDisplay() {
  return process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY)
}

/** {binary} or {reason}. Downloads once, for at most 30 s; a refusal is remembered for a day. */
export async function electronBinary() {
  if (process.env.SPORA_ELECTRON === 'off') return { reason: 'SPORA_ELECTRON=off' }
  if (!hasDisplay()) return { reason: 'there is no display' }
  if (process.platform === 'linux' && process.getuid() === 0) return { reason: 'it does not run as root' }
  const installed = installedElectron()
  if (installed) return { binary: installed }
  if (existsSync(refusal) && Date.now() - statSync(refusal).mtimeMs < DAY)
    return { reason: 'its binary could not be downloaded in the last 24 hours' }
  const child = spawn('node', [join(root, 'node_modules/electron/install.js')], {
    stdio: 'ignore',
    env: nodeEnvironment(),
  })
  const timer = setTimeout(() => child.kill('SIGKILL'), DOWNLOAD_LIMIT_MS)
  await new Promise(resolve => {
    child.on('error', resolve)
    child.on('exit', resolve)
  })
  clearTimeout(timer)
  const arrived = installedElectron()
  if (arrived) return { binary: arrived }
  mkdirSync(join(refusal, '..'), { recursive: true })
  writeFileSync(refusal, new Date().toISOString())
  return { reason: 'its binary cannot be downloaded here' }
}
