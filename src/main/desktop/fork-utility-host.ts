import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { app, utilityProcess } from 'electron'
import { hostEnvironment } from '../plugins/host-environment.ts'
import type { ForkHost, HostExit } from '../plugins/process/fork-host.ts'

const HEAP_MEGABYTES = 256

/** Plugins as utility processes of the app. Not a sandbox: a plugin runs as the person who installed it. */
export function forkUtilityHost(out: string): ForkHost {
  return ({ slug, folder, dataFolder, permissions }) => {
    const child = utilityProcess.fork(join(out, 'main/plugin-host.js'), [folder, join(out, 'sdk/index.js')], {
      serviceName: `plugin-${slug}`,
      stdio: ['ignore', 'pipe', 'pipe'],
      cwd: dataFolder,
      env: hostEnvironment(permissions),
      disclaim: true,
      execArgv: [`--js-flags=--max-old-space-size=${HEAP_MEGABYTES}`],
    })
    const { stdout, stderr } = child
    if (!stdout || !stderr) throw new Error('A plugin process was started without its output.')
    let alive = true
    let killed = false
    const kill = () => {
      killed = true
      // child.kill() would ask politely, and can block the app; before it runs there is no pid yet.
      if (!alive || child.pid === undefined) return
      try {
        process.kill(child.pid, 'SIGKILL')
      } catch {
        // It is gone, and nobody has been told yet.
      }
    }
    child.on('spawn', () => {
      if (killed) kill()
    })
    child.on('message', () => {}) // answers come as frames; whatever comes here is not read
    return {
      get pid() {
        return child.pid
      },
      stdout: stdout as Readable,
      stderr: stderr as Readable,
      send: request => {
        if (alive) child.postMessage(request)
      },
      kill,
      onExit: (listener: (exit: HostExit) => void) => {
        child.on('exit', code => {
          alive = false // first: nothing may be posted to a process that is gone
          listener({ code, signal: null })
        })
      },
      memory: () => {
        const metric = app.getAppMetrics().find(each => each.pid === child.pid)
        return metric && metric.memory.workingSetSize * 1024
      },
    }
  }
}
