import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/message-port'
import { os, type RouterClient } from '@orpc/server'
import { RPCHandler } from '@orpc/server/message-port'
import type { MessagePortMain } from 'electron'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { guardedPort } from './guarded-port.ts'

const heard: unknown[] = []
const router = {
  say: os.input(z.strictObject({ text: z.string(), more: z.unknown().optional() })).handler(({ input }) => {
    heard.push(input)
    return input.text
  }),
  count: os.handler(async function* () {
    for (let number = 1; ; number++) {
      yield number
      await sleep(1)
    }
  }),
}

// Electron's port, as far as it is used; Electron is not ours and cannot run here.
class Port extends EventEmitter {
  readonly answers: unknown[] = []
  postMessage(data: unknown) {
    this.answers.push(typeof data === 'string' ? JSON.parse(data) : data)
    this.emit('answer', data)
  }
}

function served() {
  heard.length = 0
  const port = new Port()
  new RPCHandler(router).upgrade(guardedPort(port as unknown as MessagePortMain))
  const send = (data: unknown, ports: readonly object[] = []) => port.emit('message', { data, ports })
  const link = new RPCLink({
    port: {
      postMessage: (data: unknown) => send(data),
      on: (event: string, listener: (event?: { data: unknown }) => void) =>
        port.on(event === 'message' ? 'answer' : event, data => listener({ data })),
    },
  })
  const client: RouterClient<typeof router> = createORPCClient(link)
  return { port, send, client }
}

const request = (i: unknown, json: unknown, more: object = {}) =>
  JSON.stringify({ i, p: { u: '/say', b: { json }, ...more } })

test('4.6: requests, streams and their end go through, up to 1 MB', async () => {
  const { client, port } = served()
  expect(await client.say({ text: 'Hello' })).toBe('Hello')
  const text = 'x'.repeat(1_000_000)
  expect(await client.say({ text })).toBe(text)
  const numbers: number[] = []
  for await (const number of await client.count()) {
    numbers.push(number)
    if (number === 3) break
  }
  expect(numbers).toEqual([1, 2, 3])
  await sleep(20)
  const told = port.answers.length
  await sleep(20)
  expect(port.answers).toHaveLength(told)
  await expect(client.say({ text: 5 as unknown as string })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
})

test('B304: what is larger than 1 MB, or deeper than 100 levels, is answered and goes no further', async () => {
  const { client } = served()
  for (const text of ['x'.repeat(1024 * 1024), 'ä'.repeat(600_000), 'x'.repeat(20_000_000)])
    await expect(client.say({ text })).rejects.toMatchObject({ code: 'TOO_LARGE', status: 413, message: /1 MB/ })
  const more = JSON.parse(`${'['.repeat(200)}${']'.repeat(200)}`)
  await expect(client.say({ text: 'deep', more })).rejects.toMatchObject({ code: 'JSON', status: 400 })
  expect(heard).toEqual([])
  expect(await client.say({ text: 'well' })).toBe('well')
})

// R10: a window that was taken over can send what no library of ours would.
test('R10, B304, B305, B317: what is no request is not answered, is no rejection that nobody catches, and disturbs no other', async () => {
  const { send, port, client } = served()
  const lost = vi.fn()
  process.on('unhandledRejection', lost)
  const data: unknown[] = [
    '',
    'x',
    '{',
    '[]',
    'null',
    '5',
    '"x"',
    '{}',
    null,
    undefined,
    5,
    true,
    {},
    [],
    new Map(),
    new Date(),
  ]
  data.push(
    { i: '1', p: { u: '/say' } },
    new Uint8Array([1, 255, 3]),
    new ArrayBuffer(8),
    Buffer.from(request('1', { text: 'a' })),
  )
  data.push(new Uint8Array(2_000_000), '['.repeat(1_000_000), `{"i":"1","p":${'['.repeat(500_000)}`)
  for (const i of [1, null, {}, '', '__proto__', 'x'.repeat(100), '../x']) data.push(request(i, { text: 'a' }))
  for (const p of [
    null,
    5,
    'x',
    [],
    {},
    { u: 5 },
    { u: null },
    { u: 'say' },
    { u: 'http://[' },
    { u: 'https://x.test/say' },
  ])
    data.push(JSON.stringify({ i: '2', p }))
  for (const t of [0, 2, 3, 5, '1', null, {}])
    data.push(JSON.stringify({ i: '3', t, p: { u: '/say', e: 'message', d: 1 } }))
  for (const h of [5, null, 'x', [], { a: 5 }, { 'content-type': 'multipart/form-data; boundary=x' }])
    data.push(request('4', { text: 'a' }, { h }))
  data.push(request('5', { text: 'a' }, { h: { 'Content-Disposition': 'attachment; filename="x"' } }))
  data.push(
    request('6', { text: 'a' }, { h: { 'content-type': 'text/event-stream' } }),
    request('7', { text: 'a' }, { m: 5 }),
  )
  for (const each of data) send(each)
  const closed = vi.fn()
  send(request('8', { text: 'a' }), [{ close: closed }])
  await sleep(20)
  expect([port.answers, heard]).toEqual([[], []])
  expect(closed).toHaveBeenCalledOnce()

  // These are requests, if strange ones: they are answered with an error.
  const strange = [
    '/%E0%A4%A',
    '/..',
    '//x',
    '/say/../say',
    '/__proto__/say',
    '/constructor',
    '/say?data=%7B',
    '/\u0000',
    '/say#',
  ]
  for (const [index, u] of strange.entries()) send(JSON.stringify({ i: `s${index}`, p: { u, b: {} } }))
  for (const [index, b] of [
    5,
    null,
    'x',
    [],
    { json: 5, meta: 5 },
    { json: {}, meta: [[1, '__proto__', 'x']] },
  ].entries())
    send(JSON.stringify({ i: `b${index}`, p: { u: '/say', b } }))
  for (const m of ['GET', 'TRACE', 'x y', '']) send(request(`m${m.length}`, { text: 5 }, { m }))
  await sleep(50)
  process.off('unhandledRejection', lost)
  expect(lost.mock.calls).toEqual([])
  expect(heard).toEqual([])
  for (const answer of port.answers) expect(answer).toMatchObject({ p: { s: expect.any(Number) } })
  expect(await client.say({ text: 'well' })).toBe('well')
})
