import { PassThrough } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { encodeFrame } from '../host/frames.ts'
import { PluginLog } from '../plugin-log.ts'
import type { HostExit, HostProcess } from './fork-host.ts'
import { HostConnection, HostReplyError } from './host-connection.ts'
import { QUOTAS, type Quotas } from './limits.ts'

/** A process that says exactly what a test lets it say. */
class Liar implements HostProcess {
  readonly pid = 1
  readonly stdout = new PassThrough()
  readonly stderr = new PassThrough()
  readonly sent: unknown[] = []
  killed = false
  #exit: (exit: HostExit) => void = () => {}

  send(request: unknown): void {
    this.sent.push(request)
  }
  kill(): void {
    this.killed = true
  }
  onExit(listener: (exit: HostExit) => void): void {
    this.#exit = listener
  }
  memory(): undefined {}

  async say(...frames: unknown[]): Promise<void> {
    for (const frame of frames)
      this.stdout.write(encodeFrame(typeof frame === 'string' ? frame : JSON.stringify(frame)))
    await turn()
  }
  async print(text: string): Promise<void> {
    this.stderr.write(text)
    await turn()
  }
  exit(exit: Partial<HostExit> = {}): void {
    this.stdout.end()
    this.stderr.end()
    this.#exit({ code: 1, signal: null, ...exit })
  }
}

function connect(quotas: Partial<Quotas> = {}, log = new PluginLog()) {
  const liar = new Liar()
  const connection = new HostConnection(liar, { quotas: { ...QUOTAS, ...quotas }, log, onHost: () => {} })
  return { liar, connection, log }
}

/** What has no text: `String()` of it throws. */
const NO_TEXT = '{"toString":1,"valueOf":1}'
const DEEP = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
const VALUES = ['null', '1', 'true', '""', '[]', '{}', NO_TEXT, DEEP, `{"message":${NO_TEXT},"code":${NO_TEXT}}`]
const SHAPES: ((value: string) => string)[] = [
  value => value,
  value => `{"type":${value},"id":1}`,
  value => `{"type":"ready","protocol":${value}}`,
  value => `{"type":"host","host":${value},"allowed":${value}}`,
  value => `{"type":"dying","code":${value},"reason":${value},"stack":${value}}`,
  value => `{"type":"result","id":${value},"result":${value}}`,
  value => `{"type":"result","id":1,"result":${value}}`,
  value => `{"type":"error","id":1,"error":${value}}`,
  value => `{"type":"error","id":1,"error":{"code":${value},"message":${value},"stack":${value}}}`,
  value => `{"type":"progress","id":1,"fraction":${value},"text":${value}}`,
  value => `{"type":"part","id":1,"text":${value},"last":${value}}`,
  value => `{"type":"part","id":1,"text":${JSON.stringify(value)},"last":true}`,
]

test.each(VALUES.map(value => [value.slice(0, 30), value]))(
  'R2: no field of a frame can throw in the app: %s',
  async (_, value) => {
    for (const shape of SHAPES) {
      const { liar, connection } = connect()
      const progress: unknown[] = []
      const sent = connection.request('execute', {} as never, (fraction, text) => progress.push([fraction, text]))
      const end = sent?.answer.catch((error: unknown) => error)
      await liar.say(shape(value))
      liar.exit()
      await Promise.all([end, connection.ended])
      for (const [fraction, text] of progress as [unknown, unknown][]) {
        expect(fraction === null || typeof fraction === 'number').toBe(true)
        expect(text).toBeTypeOf('string')
      }
    }
  },
)

test('R2: whoever listens to a call may fail; the app does not', async () => {
  const { liar, connection } = connect()
  const sent = connection.request('execute', {} as never, () => {
    throw new Error('nobody wants progress')
  })
  const end = sent?.answer.catch((error: unknown) => error)
  await liar.say({ type: 'progress', id: 1, fraction: 0.5, text: 'half' })
  expect(await end).toMatchObject({ code: 'PLUGIN_PROTOCOL' })
  expect(liar.killed).toBe(true)
})

test('R2: progress is a part of the whole and a short text, whatever was sent', async () => {
  const { liar, connection } = connect()
  const told: unknown[] = []
  connection
    .request('execute', {} as never, (fraction, text) => told.push([fraction, text.length]))
    ?.answer.catch(() => {})
  await liar.say(
    { type: 'progress', id: 1, fraction: 7e300, text: 'x'.repeat(100_000) },
    { type: 'progress', id: 1, fraction: -1, text: '' },
  )
  expect(told).toEqual([
    [1, 300],
    [0, 0],
  ])
})

test('R2: results in parts are kept up to the size of one, however many calls wait', async () => {
  const { liar, connection } = connect({ resultBytes: 1_000 })
  const calls = Array.from({ length: 8 }, () => connection.request('execute', {} as never))
  const ends = calls.map(call => call?.answer.catch((error: unknown) => error))
  for (const call of calls) await liar.say({ type: 'part', id: call?.id, text: 'x'.repeat(300), last: false })
  expect(liar.killed).toBe(true)
  liar.exit()
  expect(await ends[0]).toMatchObject({ code: 'PLUGIN_FLOOD' })
})

test('G10: a syntax error is where this process printed it, not where an earlier one did', async () => {
  const log = new PluginLog()
  const die = async (line: number) => {
    const { liar, connection } = connect({}, log)
    await liar.print(`file:///plugin/index.mjs:${line}\nlet x = ;\n        ^\n\nSyntaxError: Unexpected token ';'\n`)
    await liar.say({ type: 'dying', code: 'PLUGIN_SYNTAX', reason: "Unexpected token ';'", stack: null })
    liar.exit()
    return (await connection.ended).failure
  }
  expect((await die(3)).message).toContain('index.mjs:3:9')
  expect((await die(7)).message).toContain('index.mjs:7:9')
})

test('R2: what ended an earlier process is not said of a later one', async () => {
  const log = new PluginLog()
  const first = connect({}, log)
  await first.liar.print('FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory\n')
  first.liar.exit({ code: null, signal: 'SIGABRT' })
  expect((await first.connection.ended).failure.code).toBe('PLUGIN_MEMORY')
  const second = connect({}, log)
  second.liar.exit({ code: 0 })
  expect((await second.connection.ended).failure).toMatchObject({ code: 'PLUGIN_EXITED', detail: null })
})

test('R2: an error is an answer of texts, cut', async () => {
  const { liar, connection } = connect()
  const end = connection.request('execute', {} as never)?.answer.catch((caught: unknown) => caught)
  await liar.say({
    type: 'error',
    id: 1,
    error: { code: 'X'.repeat(1_000), message: 'y'.repeat(1_000), stack: 'z'.repeat(100_000) },
  })
  const error = await end
  expect(error).toBeInstanceOf(HostReplyError)
  const { code, message, stack } = (error as HostReplyError).reply
  expect([code.length, message.length, stack?.length]).toEqual([100, 500, 10_000])
})
