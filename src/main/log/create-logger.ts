import { closeSync, constants, mkdirSync, openSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import pino from 'pino'

const FILES = 5
const BYTES = 2 * 1024 * 1024

export interface Logger {
  error(error: unknown): void
  close(): void
}

/** Only what is listed here reaches the log: no causes, configurations or responses, which may hold secrets. */
function errorFields(error: unknown) {
  if (!(error instanceof Error)) return { name: typeof error }
  const code: unknown = 'code' in error ? error.code : undefined
  return {
    name: error.name,
    ...(typeof code === 'string' && { code }),
    message: error.message.slice(0, 300),
    stack: error.stack
      ?.split('\n')
      .slice(1, 4)
      .map(line => line.trim()),
  }
}

/** The newest file is spora.log; older ones end in .1 to .4. */
function rotate(folder: string): void {
  const file = (number: number) => join(folder, number === 0 ? 'spora.log' : `spora.log.${number}`)
  try {
    if (statSync(file(0)).size < BYTES) return
    rmSync(file(FILES - 1), { force: true })
    for (let number = FILES - 2; number >= 0; number--) {
      try {
        renameSync(file(number), file(number + 1))
      } catch {
        // That many there are not yet.
      }
    }
  } catch {
    // There is no log yet.
  }
}

/** Errors nobody meant, for whoever looks for their cause. Never throws, never follows a link, never holds content. */
export function createLogger(folder: string): Logger {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    rotate(folder)
    const { O_WRONLY, O_CREAT, O_APPEND, O_NOFOLLOW } = constants
    const file = openSync(join(folder, 'spora.log'), O_WRONLY | O_CREAT | O_APPEND | (O_NOFOLLOW ?? 0), 0o600)
    const destination = pino.destination({ fd: file, sync: true })
    destination.on('error', () => {}) // a full disk must not stop the app
    const log = pino({ base: null, timestamp: pino.stdTimeFunctions.isoTime }, destination)
    return { error: error => log.error(errorFields(error)), close: () => closeSync(file) }
  } catch {
    return { error: error => console.error(errorFields(error)), close() {} }
  }
}
