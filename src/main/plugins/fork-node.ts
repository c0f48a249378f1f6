import { spawn, spawnSync } from 'node:child_process'
import { readFileSync, realpathSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { hostEnvironment } from './host-environment.ts'
import type { ForkHost, HostExit } from './process/fork-host.ts'

export interface NodeHostOptions {
  /** The build: `main/plugin-host.js` and `sdk/index.js` stand in it. */
  readonly outFolder: string
  readonly heapMegabytes?: number
}

/**
 * Plugins as plain Node processes, for `serve` and tests. Node's permission flags hold back file access outside the
 * plugin's folder, child processes, workers and native code: a seat belt, not a wall.
 */
export function forkNodeHost({ outFolder, heapMegabytes = 256 }: NodeHostOptions): ForkHost {
  const out = realpathSync(outFolder)
  const launcher = endsWithParent()
  return ({ folder, dataFolder, permissions }) => {
    const reads = [folder, out, dataFolder, ...permissions.fs.map(absolute)]
    const flags = [
      '--permission',
      ...reads.map(path => `--allow-fs-read=${path}`),
      `--allow-fs-write=${dataFolder}`,
      ...(process.allowedNodeEnvironmentFlags.has('--allow-net') ? ['--allow-net'] : []),
      `--max-old-space-size=${heapMegabytes}`,
      '--no-warnings',
    ]
    const [command = process.execPath, ...args] = [
      ...launcher,
      process.execPath,
      ...flags,
      join(out, 'main/plugin-host.js'),
      folder,
      join(out, 'sdk/index.js'),
    ]
    const child = spawn(command, args, {
      cwd: dataFolder,
      env: hostEnvironment(permissions),
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      detached: process.platform !== 'win32', // a process group of its own, so that all of it can be ended
      windowsHide: true,
    })
    const { stdout, stderr } = child
    if (!stdout || !stderr) throw new Error('A plugin process was started without its output.')
    let alive = true
    const kill = () => {
      if (child.pid !== undefined) killGroup(child.pid, alive)
    }
    child.on('exit', () => {
      kill() // what it started and left behind
      alive = false
    })
    child.on('message', () => {}) // answers come as frames; whatever comes here is not read
    return {
      pid: child.pid,
      stdout,
      stderr,
      send: request => {
        if (child.connected) child.send(request, () => {})
      },
      kill,
      onExit: listener => {
        let told = false
        const once = (exit: HostExit) => {
          if (!told) listener(exit)
          told = true
        }
        child.on('exit', (code, signal) => once({ code, signal }))
        child.on('error', error => once({ code: null, signal: null, error: error.message }))
      },
      memory: () => (child.pid !== undefined && alive ? residentBytes(child.pid) : undefined),
    }
  }
}

const SETPRIV = ['setpriv', '--pdeathsig', 'KILL']

/**
 * On Linux the system itself ends a plugin with the app, also one that loops and hears nothing. Elsewhere the plugin's
 * host notices (host-channel.ts), and Windows ends the children of a process that is gone.
 */
function endsWithParent(): readonly string[] {
  const [command = '', ...args] = SETPRIV
  return process.platform === 'linux' && spawnSync(command, [...args, 'true']).status === 0 ? SETPRIV : []
}

function absolute(path: string): string {
  return path.startsWith('~/') ? join(homedir(), path.slice(2)) : path
}

function killGroup(pid: number, alone: boolean): void {
  for (const target of process.platform === 'win32' ? [pid] : [-pid, ...(alone ? [pid] : [])]) {
    try {
      process.kill(target, 'SIGKILL')
    } catch {
      // gone already
    }
  }
}

function residentBytes(pid: number): number | undefined {
  if (process.platform !== 'linux') return undefined
  try {
    const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return kilobytes === undefined ? undefined : Number(kilobytes) * 1024
  } catch {
    return undefined
  }
}
