import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { anthropic } from '../model-servers/anthropic-server.ts'
import { openAI } from '../model-servers/openai-server.ts'
import { problemsOf } from '../model-servers/valid-request.ts'
import type { Format } from '../streams/recording.ts'
import type { BadCase } from './cases.ts'

const GOOD = { text: 'Good.' }
export const GOOD_TEXT = GOOD.text

/** What the server knows of one case. */
export interface Told {
  /** What an API would have refused in the requests of this chat. */
  readonly problems: string[]
  /** When the last byte of the bad response went out. */
  lastByteAt: number
  /** From now on every answer is good. */
  good: boolean
}

export interface BadServer {
  readonly origin: string
  told(number: number): Told
  close(): Promise<void>
}

/**
 * Answers the first request of a chat named “case N” with the bad response of that case, and whatever follows upon an
 * answer with a good one. Judges every request as the API would.
 */
export async function startBadServer(cases: readonly BadCase[]): Promise<BadServer> {
  const tellings = cases.map((): Told => ({ problems: [], lastByteAt: 0, good: false }))
  const told = (number: number) => tellings[number] as Told

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = JSON.parse(await textOf(request)) as { messages: { role: string }[] }
    const number = Number(/case (\d+)/.exec(JSON.stringify(body.messages.slice(0, 2)))?.[1])
    const one = cases[number]
    if (!one) throw new Error('A request of no case.')
    const format: Format = request.url?.includes('messages') ? 'anthropic' : 'openai'
    told(number).problems.push(...problemsOf(format, body))
    const answered = body.messages.some(({ role }) => role === 'assistant')
    if (told(number).good || answered) return goodAnswer(format, one.streamed, response)
    await badAnswer(one, response)
    told(number).lastByteAt = Date.now()
  }

  const server = createServer({ maxHeaderSize: 64_000 }, (request, response) => {
    answer(request, response).catch(error => response.destroy(error))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    told,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function goodAnswer(format: Format, streamed: boolean, response: ServerResponse): void {
  const wire = format === 'openai' ? openAI : anthropic
  response.writeHead(200, { 'content-type': streamed ? 'text/event-stream' : 'application/json' })
  response.end(streamed ? wire.events(GOOD, 'bad').join('') : JSON.stringify(wire.whole(GOOD, 'bad')))
}

async function badAnswer({ contentType, body, http }: BadCase, response: ServerResponse): Promise<void> {
  const bytes = Buffer.from(body())
  response.writeHead(http.status ?? 200, { 'content-type': contentType, ...http.headers })
  response.flushHeaders()
  const share = http.dropAt ?? http.stallAt
  const end = share === undefined ? bytes.length : Math.floor(bytes.length * share)
  const pieces = piecesOf(bytes.subarray(0, end), http.pieceSize ?? 1_000_000)
  await new Promise<void>(resolve => {
    const source = Readable.from(pieces)
    source.pipe(response, { end: false })
    source.on('end', resolve)
    response.on('close', resolve)
  })
  if (http.dropAt !== undefined) setTimeout(() => response.destroy(), 5)
  else if (http.stallAt === undefined) response.end()
}

function* piecesOf(bytes: Uint8Array, size: number): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString('utf8')
}
