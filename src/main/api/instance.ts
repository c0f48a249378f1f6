import { createHash } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import writeFileAtomic from 'write-file-atomic'
import { z } from 'zod'
import { startApiServer } from './api-server.ts'
import { httpHandlers } from './http-handlers.ts'
import type { AppRouter } from './router.ts'

const shape = z.object({
  pid: z.number(),
  /** Unix socket or named pipe of the process that owns the data folder. */
  socket: z.string(),
  token: z.string(),
  /** Under `serve`: its address and the token for scripts that start work but do not decide. */
  origin: z.string().nullable(),
  run_token: z.string().nullable(),
})
export type Instance = z.infer<typeof shape>

const file = (dataFolder: string) => join(dataFolder, 'instance.json')

/** A socket's path may have about 100 characters, so long folders get one in the temporary folder. */
function socketPath(dataFolder: string): string {
  const name = createHash('sha256').update(dataFolder).digest('hex').slice(0, 24)
  if (process.platform === 'win32') return `\\\\.\\pipe\\spora-${name}`
  const inFolder = join(dataFolder, 'spora.sock')
  return inFolder.length < 100 ? inFolder : join(tmpdir(), `spora-${name}.sock`)
}

/**
 * Lets the command line reach the process that owns the data folder: a socket for this account only, whose address and
 * token stand in instance.json (0600). Returns what takes both away.
 */
export async function announceInstance(
  dataFolder: string,
  router: AppRouter,
  served: { readonly origin: string; readonly runToken: string } | null,
): Promise<() => Promise<void>> {
  const socket = socketPath(dataFolder)
  if (process.platform !== 'win32') rmSync(socket, { force: true }) // left by a process that was killed
  const server = await startApiServer({ listen: { path: socket }, handler: httpHandlers(router) })
  const instance: Instance = {
    pid: process.pid,
    socket,
    token: server.approveToken,
    origin: served?.origin ?? null,
    run_token: served?.runToken ?? null,
  }
  writeFileAtomic.sync(file(dataFolder), JSON.stringify(instance), { mode: 0o600 })
  return async () => {
    rmSync(file(dataFolder), { force: true })
    await server.close()
  }
}

/** The process that owns the folder, as far as it said so; it may have been killed since. */
export function readInstance(dataFolder: string): Instance | undefined {
  try {
    return shape.parse(JSON.parse(readFileSync(file(dataFolder), 'utf8')))
  } catch {
    return undefined
  }
}
