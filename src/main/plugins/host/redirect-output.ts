import { Console } from 'node:console'
import { Writable } from 'node:stream'
import { printLine } from './print-line.ts'
import { INFO_MARK } from './protocol.ts'

/**
 * Standard output belongs to the frames: everything the plugin prints goes to standard error, line by line, marked when it
 * is no error. Answers the real standard output.
 */
export function redirectOutput(): NodeJS.WriteStream {
  const output = process.stdout
  const info = lines(line => printLine(`${INFO_MARK}${line}`))
  const error = lines(printLine)
  Object.defineProperty(process, 'stdout', { configurable: true, value: info })
  Object.defineProperty(process, 'stderr', { configurable: true, value: error })
  globalThis.console = new Console({
    stdout: info,
    stderr: error,
    inspectOptions: { depth: 4, maxStringLength: 10_000 },
  })
  return output
}

function lines(print: (line: string) => void): Writable {
  let rest = ''
  return new Writable({
    decodeStrings: false,
    write(chunk: string | Buffer, _encoding, done) {
      const [...whole] = (rest + String(chunk)).split('\n')
      rest = whole.pop() ?? ''
      for (const line of whole) print(line)
      done()
    },
  })
}
