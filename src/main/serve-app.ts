import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { SporaError } from '../shared/spora-error.ts'
import { startApiServer } from './api/api-server.ts'
import { httpHandlers } from './api/http-handlers.ts'
import { announceInstance } from './api/instance.ts'
import { rendererFiles } from './api/renderer-files.ts'
import { composeHeadless } from './compose-headless.ts'
import { dataFolder, prepareDataFolder } from './storage/data-folder.ts'

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
  try {
    prepareDataFolder(folder)
    const app = composeHeadless(folder, out)
    const server = await startApiServer({
      listen: { port },
      file: rendererFiles(join(out, 'renderer')),
      handler: httpHandlers(app.router),
    }).catch(error => Promise.reject(portTaken(error, port)))
    const withdraw = await announceInstance(folder, app.commandRouter, server)
    await app.start()
    console.log(`Spora is ready: ${server.origin}/#token=${server.approveToken}`)

    let closing = false
    const close = async () => {
      if (closing) return
      closing = true
      await withdraw()
      await server.close()
      await app.close()
      process.exit(0)
    }
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, close)
  } catch (error) {
    fail(error)
  }
}
