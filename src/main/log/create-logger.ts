import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  ftruncateSync,
  lstatSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import pino from 'pino'
import { hideSecretLooks } from './hide-secret-looks.ts'

export interface Logger {
  error(error: unknown): void
  close(): void
}

export interface LogLimits {
  readonly files: number
  readonly bytesPerFile: number
}

export interface LogOptions {
  readonly limits?: LogLimits
  /** Takes known secrets out of a text. */
  readonly hide?: (text: string) => string
}

const LIMITS: LogLimits = { files: 5, bytesPerFile: 2 * 1024 * 1024 }
const LONGEST_TEXT = 300
const STACK_LINES = 3

/**
 * Errors nobody meant, for whoever looks for their cause: `spora.log`, older ones in `.1` to `.4`. Never throws, never
 * follows a link, and holds only what `errorFields` lists, without secrets. Where it cannot be opened, the same goes to
 * the terminal; what could not be written later is counted, and the next line that can be says how much is missing.
 */
export function createLogger(folder: string, { limits = LIMITS, hide = text => text }: LogOptions = {}): Logger {
  const fieldsOf = (error: unknown) => errorFields(error, text => hideSecretLooks(hide(text)))
  let file = open(folder)
  if (file === null) return { error: error => console.error(fieldsOf(error)), close() {} }
  let dropped = 0
  let closed = false
  const leave = () => {
    if (file !== null) closeSync(file)
    file = null
  }
  /** The file under its name, which may have been taken away, or moved on because it is full. */
  const current = (bytes: number): number | null => {
    if (file !== null && !isStill(folder, file)) leave()
    file ??= open(folder)
    if (file !== null && fstatSync(file).size + bytes > limits.bytesPerFile) {
      leave()
      rotate(folder, limits.files)
      file = open(folder)
    }
    return file
  }
  const write = (line: string) => {
    if (closed) return
    try {
      const missing = dropped === 0 ? '' : `${JSON.stringify({ name: 'Dropped', message: `${dropped} lines` })}\n`
      const into = current(Buffer.byteLength(missing + line))
      if (into === null) dropped++
      else if (writeWhole(into, missing + line)) dropped = 0
      else dropped++
    } catch {
      dropped++ // A full disk must not stop the app.
    }
  }
  const log = pino({ base: null, timestamp: pino.stdTimeFunctions.isoTime }, { write })
  return {
    error: error => log.error(fieldsOf(error)),
    close() {
      closed = true
      leave()
    },
  }
}

/** Whether the name still leads to the open file; a link in its place does not. */
function isStill(folder: string, file: number): boolean {
  const named = lstatSync(logFile(folder, 0), { throwIfNoEntry: false })
  return named?.ino === fstatSync(file).ino
}

/** False when there was room for a part only: that part is taken back. */
function writeWhole(file: number, text: string): boolean {
  const { size } = fstatSync(file)
  const bytes = Buffer.from(text)
  if (writeSync(file, bytes) === bytes.length) return true
  ftruncateSync(file, size)
  return false
}

/** Null where there can be none: no room, no right, or a link or something else than a file in its place. */
function open(folder: string): number | null {
  const { O_WRONLY, O_CREAT, O_APPEND, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const file = openSync(logFile(folder, 0), O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_NONBLOCK, 0o600)
    if (fstatSync(file).isFile()) {
      fchmodSync(file, 0o600)
      return file
    }
    closeSync(file)
  } catch {
    // Said by the answer.
  }
  return null
}

function logFile(folder: string, age: number): string {
  return join(folder, age === 0 ? 'spora.log' : `spora.log.${age}`)
}

function rotate(folder: string, files: number): void {
  rmSync(logFile(folder, files - 1), { force: true })
  for (let age = files - 2; age >= 0; age--) {
    try {
      renameSync(logFile(folder, age), logFile(folder, age + 1))
    } catch {
      // That many there are not yet.
    }
  }
}

/**
 * Only what is listed here reaches the log: no causes, configurations or responses, which may hold secrets. Texts lose
 * what is one, or looks like one, before they are cut.
 */
function errorFields(error: unknown, hide: (text: string) => string) {
  if (!(error instanceof Error)) return { name: typeof error }
  const short = (text: string) => cut(hide(text))
  try {
    const { name, message, stack = '' } = error
    const code: unknown = 'code' in error ? error.code : undefined
    return {
      name: short(String(name)),
      ...(typeof code === 'string' && { code: short(code) }),
      message: short(String(message)),
      stack: hide(framesOf(String(stack), String(message)))
        .split('\n')
        .filter(line => /^\s+at /.test(line))
        .slice(0, STACK_LINES)
        .map(line => cut(line.trim())),
    }
  } catch {
    return { name: 'Error that cannot be read' }
  }
}

/** A stack begins with the message, whose lines may look like its own. */
function framesOf(stack: string, message: string): string {
  const at = message === '' ? -1 : stack.indexOf(message)
  return at < 0 ? stack : stack.slice(at + message.length)
}

function cut(text: string): string {
  return text.slice(0, LONGEST_TEXT).toWellFormed()
}
