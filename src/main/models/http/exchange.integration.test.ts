import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { afterEach, expect, test } from 'vitest'
import { OpenAIRepair } from '../repair/repair-openai-stream.ts'
import { answerEvents } from './answer-events.ts'
import type { Endpoint, HttpLimits } from './endpoint.ts'
import { EndpointErrors } from './endpoint-errors.ts'
import { exchange, text } from './exchange.ts'

const PACK = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync }

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => {
    server.close()
    server.closeAllConnections()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

function ask(
  baseUrl: string,
  url = `${baseUrl}/chat/completions`,
  headers: Record<string, string> = {},
  limits: HttpLimits = { idleMs: 5_000, totalMs: 20_000 },
) {
  const endpoint: Endpoint = { configName: 'M', baseUrl, model: 'm', secrets: ['sk-secret-123456'] }
  const request = {
    method: 'POST' as const,
    url,
    headers: { authorization: 'Bearer sk-secret-123456', ...headers },
    body: '{}',
    signal: new AbortController().signal,
  }
  return exchange(request, endpoint, limits, new EndpointErrors(endpoint))
}

test.each([301, 302, 303, 307, 308])(
  'B130: a %i is LLM_REDIRECT, and nothing is sent to the other address',
  async status => {
    let visits = 0
    const other = await serve((_request, response) => {
      visits++
      response.end('{}')
    })
    const origin = await serve((_request, response) => {
      response.writeHead(status, { location: `${other}/steal` })
      response.end()
    })
    await expect(ask(origin)).rejects.toMatchObject({ code: 'LLM_REDIRECT', info: { retryable: false } })
    expect(visits).toBe(0)
  },
)

test('R4: a request goes to the configured origin and to no other', async () => {
  let visits = 0
  const other = await serve((_request, response) => {
    visits++
    response.end('{}')
  })
  await expect(ask('http://127.0.0.1:9/v1', `${other}/chat/completions`)).rejects.toMatchObject({
    code: 'LLM_REDIRECT',
  })
  expect(visits).toBe(0)
})

test('B141: a compressed bomb is stopped by what it would become', async () => {
  const bomb = gzipSync(Buffer.alloc(80_000_000))
  const origin = await serve((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
    response.end(bomb)
  })
  const answer = await ask(origin)
  await expect(text(answer.bytes, 200_000_000)).rejects.toMatchObject({
    code: 'LLM_STREAM',
    info: { retryable: false },
  })
})

test('B141: a compressed answer is read', async () => {
  const origin = await serve((_request, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' })
    response.end(gzipSync('{"hello":"world"}'))
  })
  expect(await text((await ask(origin)).bytes, 1_000)).toBe('{"hello":"world"}')
})

test.each(['gzip', 'deflate', 'br'])(
  'T7: what is called %s and is not was not cut, but cannot be read',
  async encoding => {
    const answers = [
      ['{"hello":"world, in many words and some more of them"}', /could not be read/],
      [PACK[encoding as keyof typeof PACK]('{"hello":"world"}').subarray(0, -6), /ended in the middle/],
    ] as const
    for (const [body, sentence] of answers) {
      const origin = await serve((_request, response) => {
        response.writeHead(200, { 'content-encoding': encoding })
        response.end(body)
      })
      const error = await ask(origin)
        .then(({ bytes }) => text(bytes, 1_000))
        .catch(error => error)
      expect(error).toMatchObject({ code: 'LLM_STREAM', message: expect.stringMatching(sentence) })
    }
  },
)

test('T7: headers without an end, and an answer that is no HTTP, are no broken network', async () => {
  const endless = await serve((_request, response) => {
    response.writeHead(200, { 'x-long': 'x'.repeat(70_000) })
    response.end()
  })
  await expect(ask(endless)).rejects.toMatchObject({ code: 'LLM_STREAM', info: { retryable: false } })
  const other = createTcpServer(socket => void socket.end('SSH-2.0-OpenSSH_9.6\r\n'))
  await new Promise<void>(resolve => other.listen(0, '127.0.0.1', resolve))
  closers.push(() => other.close())
  const origin = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
  await expect(ask(origin)).rejects.toMatchObject({ code: 'LLM_NOT_JSON', info: { retryable: false } })
})

/** Resolves when the client has got the next answer to its end: from then on its connection is free. */
function answerEnded(): Promise<void> {
  return new Promise(resolve => {
    const over = () => {
      unsubscribe('undici:request:trailers', over)
      setImmediate(() => setImmediate(resolve)) // after the client's own, in which it takes the connection back
    }
    subscribe('undici:request:trailers', over)
  })
}

test('an answer that is left at its own end gives its connection back; one that goes on for ever loses it', async () => {
  const sockets = new Set<unknown>()
  const origin = await serve((request, response) => {
    sockets.add(request.socket)
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write('data: [DONE]\n\n')
    if (request.headers['x-endless']) return
    setTimeout(() => response.end(), 20)
  })
  for (let count = 0; count < 5; count++) {
    const ended = answerEnded()
    for await (const _ of (await ask(origin)).bytes) break
    await ended
  }
  expect(sockets.size).toBe(1)

  const closed = new Promise<void>(resolve => {
    for (const socket of sockets) (socket as import('node:net').Socket).once('close', () => resolve())
  })
  for await (const _ of (await ask(origin, undefined, { 'x-endless': 'yes' })).bytes) break
  await closed
})

test('R6: a page that is no answer loses its connection at once, however long it goes on', async () => {
  const sockets: Socket[] = []
  const origin = await serve(({ socket }, response) => {
    sockets.push(socket)
    response.writeHead(200, { 'content-type': 'text/html' })
    response.write('<!doctype html><title>Sign in</title>')
  })
  const errors = new EndpointErrors({ configName: 'M', baseUrl: origin, model: 'm', secrets: [] })
  const patient = { idleMs: 600_000, totalMs: 600_000 }
  const events = answerEvents(await ask(origin, undefined, {}, patient), errors, new OpenAIRepair(errors, new Set()))
  await expect(events.next()).rejects.toMatchObject({ code: 'LLM_NOT_JSON' })
  await once(sockets[0] as Socket, 'close')
})
