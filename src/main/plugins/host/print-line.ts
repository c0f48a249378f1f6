import { writeSync } from 'node:fs'

const STANDARD_ERROR = 2
const PAUSE_MS = 5
const clock = new Int32Array(new SharedArrayBuffer(4))

/**
 * Writes one line to standard error before it returns. While nobody reads, the plugin waits here: the stream of Node would
 * keep everything in memory instead.
 */
export function printLine(line: string): void {
  const bytes = Buffer.from(`${line}\n`)
  for (let at = 0; at < bytes.length; ) {
    try {
      at += writeSync(STANDARD_ERROR, bytes, at)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return // nobody is there to read it
      Atomics.wait(clock, 0, 0, PAUSE_MS)
    }
  }
}
