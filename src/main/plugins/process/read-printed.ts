import type { Readable } from 'node:stream'
import { INFO_MARK } from '../host/protocol.ts'

const LONGEST_LINE = 8_000
/** Bytes that a line counts for beside its own: a million empty ones are work too. */
const COST_OF_A_LINE = 100

/** Lines a process prints, at most so many bytes a second: past that it is not read, and whoever prints has to wait. */
export function readPrinted(
  stream: Readable,
  bytesPerSecond: number,
  onLine: (level: 'info' | 'error', text: string) => void,
): void {
  const decoder = new TextDecoder()
  let rest = ''
  let second = 0
  const emit = (line: string) => {
    if (line.startsWith(INFO_MARK)) onLine('info', line.slice(INFO_MARK.length))
    else if (line !== '') onLine('error', line)
  }
  stream.on('data', (chunk: Buffer) => {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = (lines.pop() ?? '').slice(0, LONGEST_LINE)
    for (const line of lines) emit(line)
    second += chunk.length + lines.length * COST_OF_A_LINE
    if (second < bytesPerSecond) return
    stream.pause()
    setTimeout(() => {
      second = 0
      stream.resume()
    }, 1_000).unref()
  })
  stream.on('end', () => emit(rest))
  stream.on('error', () => {})
}
