import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { SporaError } from '../shared/spora-error.ts'
import { startApiServer } from './api/api-server.ts'
import { httpHandlers } from './api/http-handlers.ts'
import { announceInstance } from './api/instance.ts'
import { rendererFiles } from './api/renderer-files.ts'
import { printProblem } from './cli/terminal.ts'
import { composeHeadless } from './compose-headless.ts'
import { dataFolder, prepareDataFolder } from './storage/data-folder.ts'

function fail(error: unknown): never {
  printProblem(error instanceof SporaError ? error.message : error)
  process.exit(1)
}

function options(args: readonly string[]): { port: number; data: string | undefined } {
  try {
    const { values } = parseArgs({ args: [...args], options: { port: { type: 'string' }, data: { type: 'string' } } })
    const { port = '0' } = values
    if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) throw new Error(`--port “${port}” is no port number.`)
    if (values.data?.trim() === '') throw new Error('--data names no folder.')
    return { port: Number(port), data: values.data }
  } catch (error) {
    printProblem(`${(error as Error).message}\nUse: npm run serve -- [--port N] [--data DIR]`)
    process.exit(2)
  }
}

const PORT_TROUBLE: ReadonlyMap<unknown, string> = new Map([
  ['EADDRINUSE', 'is used by another program'],
  ['EACCES', 'may not be used by your account'],
])

function portTrouble(error: unknown, port: number): unknown {
  const trouble = PORT_TROUBLE.get((error as NodeJS.ErrnoException).code)
  if (!trouble) return error
  return new SporaError('VALIDATION_ERROR', `Port ${port} ${trouble}. Leave out --port, or choose another.`)
}

/** `out`: the build's folder. Starts, prints the address with its token on one line, and runs until a signal. */
export async function serve({ args, out }: { readonly args: readonly string[]; readonly out: string }): Promise<void> {
  const { port, data } = options(args)
  process.umask(0o077)
  const folder = dataFolder({ flag: data })
  /** What ends what was begun, newest first. */
  const ending: (() => Promise<void>)[] = []
  let closing: Promise<void> | undefined
  const close = () => {
    closing ??= (async () => {
      for (const end of ending.toReversed()) await end().catch(console.error)
    })()
    return closing
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => void close().then(() => process.exit(0)))
  try {
    prepareDataFolder(folder)
    const app = composeHeadless(folder, out)
    ending.push(app.close)
    const server = await startApiServer({
      listen: { port },
      file: rendererFiles(join(out, 'renderer')),
      handler: httpHandlers(app.router),
      onError: app.logError,
    }).catch(error => Promise.reject(portTrouble(error, port)))
    ending.push(server.close)
    ending.push(await announceInstance(folder, { router: app.commandRouter, logError: app.logError, served: server }))
    await app.start()
    if (!closing) console.log(`Spora is ready: ${server.origin}/#token=${server.approveToken}`)
  } catch (error) {
    await close()
    fail(error)
  }
}
