import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import writeFileAtomic from 'write-file-atomic'
import packageJson from '../../package.json' with { type: 'json' }
import { SporaError } from '../shared/spora-error.ts'
import { externalUrl } from './api/external-url.ts'
import { httpHandlers } from './api/http-handlers.ts'
import { startLoopbackServer } from './api/loopback-server.ts'
import { rendererFiles } from './api/renderer-files.ts'
import { compose } from './compose.ts'
import { forkNodeHost } from './plugins/fork-node.ts'
import { createFileVault } from './settings/file-vault.ts'
import { vaultKeyFile } from './settings/vault-key-file.ts'
import type { Shell } from './shell.ts'
import { dataFolder, prepareDataFolder } from './storage/data-folder.ts'

/** There is no window of ours: the browser opens links itself, after the page asked. */
const shell: Shell = {
  mode: 'serve',
  async openExternal(url) {
    externalUrl(url)
    return true
  },
  setTheme() {},
}

function fail(error: unknown): never {
  console.error(error instanceof SporaError ? error.message : error)
  process.exit(1)
}

function options(args: readonly string[]): { port: number; data: string | undefined } {
  try {
    const { values } = parseArgs({ args: [...args], options: { port: { type: 'string' }, data: { type: 'string' } } })
    const port = Number(values.port ?? 0)
    if (!Number.isInteger(port) || port < 0 || port > 65_535)
      throw new Error(`--port ${values.port} is no port number.`)
    return { port, data: values.data }
  } catch (error) {
    console.error(`${(error as Error).message}\nUse: npm run serve -- [--port N] [--data DIR]`)
    process.exit(2)
  }
}

function portTaken(error: unknown, port: number): unknown {
  if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') return error
  return new SporaError(
    'VALIDATION_ERROR',
    `Port ${port} is used by another program. Leave out --port, or choose another.`,
  )
}

/** `out`: the build's folder. Starts, prints the address with its token on one line, and runs until a signal. */
export async function serve({ args, out }: { readonly args: readonly string[]; readonly out: string }): Promise<void> {
  const { port, data } = options(args)
  process.umask(0o077)
  const folder = dataFolder({ flag: data })
  const instanceFile = join(folder, 'instance.json')
  try {
    prepareDataFolder(folder)
    const app = compose({
      dataFolder: folder,
      pluginsFolder: join(out, '../plugins'),
      vault: createFileVault(vaultKeyFile()),
      forkHost: forkNodeHost({ outFolder: out }),
      // Node's permission flags hold back files; the network is limited only through `context.fetch`.
      enforces: { net: false, fs: true, env: true },
      shell,
      version: packageJson.version,
    })
    const server = await startLoopbackServer({
      port,
      file: rendererFiles(join(out, 'renderer')),
      handler: httpHandlers(app.router),
    }).catch(error => Promise.reject(portTaken(error, port)))
    const { origin, approveToken, runToken } = server
    // For scripts on this computer: how to reach this process. Only this account can read it.
    const instance = { pid: process.pid, origin, run_token: runToken, approve_token: approveToken }
    writeFileAtomic.sync(instanceFile, JSON.stringify(instance), { mode: 0o600 })
    await app.start()
    console.log(`Spora is ready: ${origin}/#token=${approveToken}`)

    let closing = false
    const close = async () => {
      if (closing) return
      closing = true
      rmSync(instanceFile, { force: true })
      await server.close()
      await app.close()
      process.exit(0)
    }
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, close)
  } catch (error) {
    fail(error)
  }
}
