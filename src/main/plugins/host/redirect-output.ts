import { Console } from 'node:console'
import { Writable } from 'node:stream'
import { INFO_MARK } from './protocol.ts'

/**
 * Standard output belongs to the frames: everything the plugin prints goes to standard error, line by line, marked when it
 * is no error. Answers the real standard output.
 */
export function redirectOutput(): NodeJS.WriteStream {
  const output = process.stdout
  const write = process.stderr.write.bind(process.stderr)
  const info = lines(line => write(`${INFO_MARK}${line}\n`))
  const error = lines(line => write(`${line}\n`))
  Object.defineProperty(process, 'stdout', { configurable: true, value: info })
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
