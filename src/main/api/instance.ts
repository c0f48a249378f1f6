import { createHash } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { get } from 'node:http'
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

export interface Announced {
  /** The contract as the command line may use it. */
  readonly router: AppRouter
  readonly logError: (error: unknown) => void
  /** Under `serve`. */
  readonly served?: { readonly origin: string; readonly runToken: string }
}

/**
 * Lets the command line reach the process that owns the data folder: a socket for this account only, whose address and
 * token stand in instance.json (0600). Where there can be no socket (some network disks), the app goes on without.
 * Returns what takes both away.
 */
export async function announceInstance(dataFolder: string, announced: Announced): Promise<() => Promise<void>> {
  const { router, logError, served } = announced
  const socket = socketPath(dataFolder)
  try {
    if (process.platform !== 'win32') rmSync(socket, { force: true }) // left by a process that was killed
    const server = await startApiServer({ listen: { path: socket }, handler: httpHandlers(router), onError: logError })
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
  } catch (error) {
    logError(error)
    return async () => {}
  }
}

/** A process that has more to do than to answer within this is treated as one that does not. */
const PROBE_MS = 5_000

/**
 * The process that owns the folder, when there is one that answers. What a killed one left behind counts for nothing, and
 * neither does a process that takes a connection and says nothing: whoever asks would wait for ever.
 */
export async function runningInstance(dataFolder: string, deadlineMs = PROBE_MS): Promise<Instance | undefined> {
  const instance = readInstance(dataFolder)
  return instance && (await answers(instance.socket, deadlineMs)) ? instance : undefined
}

function readInstance(dataFolder: string): Instance | undefined {
  try {
    return shape.parse(JSON.parse(readFileSync(file(dataFolder), 'utf8')))
  } catch {
    return undefined
  }
}

/** Whether HTTP is spoken there; what it says to a question without a token does not matter. */
function answers(socket: string, deadlineMs: number): Promise<boolean> {
  return new Promise(resolve => {
    const signal = AbortSignal.timeout(deadlineMs)
    const request = get({ socketPath: socket, path: '/', headers: { host: 'spora' }, agent: false, signal })
    request.once('response', () => {
      resolve(true)
      request.destroy()
    })
    request.on('error', () => resolve(false))
  })
}
