import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createRawServer } from 'node:net'
import { gzipSync } from 'node:zlib'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { AllowRules } from './allow-rules.ts'
import { guardedAgent, type Resolve } from './guarded-agent.ts'
import { createGuardedFetch, type GuardOptions } from './guarded-fetch.ts'

let port = 0
let hits: { url: string; headers: IncomingMessage['headers']; method: string; body: string }[] = []
let respond: (request: IncomingMessage, response: ServerResponse) => void

beforeEach(async () => {
  hits = []
  respond = (_, response) => response.end('hello')
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    hits.push({ url: request.url ?? '', headers: request.headers, method: request.method ?? '', body })
    respond(request, response)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
  return () => {
    server.closeAllConnections()
    return new Promise<void>(resolve => server.close(() => resolve()))
  }
})

function guarded(rules: Partial<AllowRules>, options: Partial<GuardOptions> & { resolve?: Resolve } = {}) {
  const all: AllowRules = { net: [], named: [], ...rules }
  const agent = guardedAgent(all, options.resolve ? { resolve: options.resolve } : {})
  onTestFinished(() => agent.destroy())
  return createGuardedFetch({ rules: all, agent, ...options })
}
const here = () => `127.0.0.1:${port}`
const refused = (code: string) => expect.objectContaining({ name: 'FetchRefused', code })

test('G9: a host the operator named is reached, a private one too', async () => {
  const response = await guarded({ named: [here()] })(`http://${here()}/x?y=1`, { headers: { 'x-a': 'b' } })
  expect(await response.text()).toBe('hello')
  expect(response.url).toBe(`http://${here()}/x?y=1`)
  expect(hits).toMatchObject([{ url: '/x?y=1', headers: { 'x-a': 'b' } }])
})

test('G9: an IPv6 address the operator named is reached', async () => {
  const server = createServer((_, response) => response.end('six'))
  const listening = await new Promise<boolean>(resolve => {
    server.once('error', () => resolve(false)) // no IPv6 here
    server.listen(0, '::1', () => resolve(true))
  })
  if (!listening) return
  onTestFinished(() => void server.close())
  const host = `[::1]:${(server.address() as AddressInfo).port}`
  expect(await (await guarded({ named: [host] })(`http://${host}/`)).text()).toBe('six')
  await expect(guarded({ net: [host] })(`http://${host}/`)).rejects.toEqual(refused('URL_BLOCKED_ADDRESS'))
})

test('4.7: no server is offered a protocol in which the bounds of an answer would not hold', async () => {
  const { promise: hello, resolve } = Promise.withResolvers<string>()
  const server = createRawServer(socket => {
    socket.on('error', () => {})
    socket.once('data', data => {
      resolve(data.toString('latin1'))
      socket.destroy()
    })
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => void server.close())
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  await expect(guarded({ named: [host] })(`https://${host}/`)).rejects.toThrow()
  expect(await hello).toContain('\u0008http/1.1')
  expect(await hello).not.toContain('\u0002h2')
})

test('G9: methods, bodies and the runtime’s own Request are taken as fetch takes them', async () => {
  const fetch = guarded({ named: [here()] })
  await fetch(`http://${here()}/a`, {
    method: 'POST',
    body: JSON.stringify({ a: 1 }),
    headers: { 'content-type': 'application/json' },
  })
  await fetch(new Request(`http://${here()}/b`, { method: 'PUT', body: 'text', headers: { 'x-own': 'yes' } }))
  const form = new FormData()
  form.set('field', 'value')
  const response = await fetch(`http://${here()}/c`, { method: 'POST', body: form })
  expect(response).toBeInstanceOf(Response)
  expect(hits[2]?.body).toContain('name="field"')
  expect(hits.slice(0, 2)).toMatchObject([
    { method: 'POST', body: '{"a":1}' },
    { method: 'PUT', body: 'text', headers: { 'x-own': 'yes' } },
  ])
})

describe('R5: a private address is not reached', () => {
  const forms = (): string[] => [
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f.0.0.1',
    '0177.0.0.1',
    '0x7f000001',
    '127.0.0.1.',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[::127.0.0.1]',
    '[0:0:0:0:0:ffff:7f00:1]',
    '0.0.0.0',
    '0',
    '[::]',
    'localhost',
    '169.254.169.254',
    '10.0.0.1',
    '192.168.0.1',
    '[fe80::1]',
    '[fd00::1]',
    '\u2460\u2461\u2466.0.0.1',
    '127\u30020\u30020\u30021',
  ]
  test('G9: in no form of writing it, whatever is declared', async () => {
    const fetch = guarded({ net: 'any' })
    for (const host of forms()) {
      const url = `http://${host}:8080/`
      if (!URL.canParse(url)) continue
      await expect(fetch(url), host).rejects.toThrow()
    }
    const declared = guarded({ net: ['127.0.0.1', 'localhost', `127.0.0.1:${port}`, `localhost:${port}`] })
    await expect(declared(`http://${here()}/`)).rejects.toEqual(refused('URL_BLOCKED_ADDRESS'))
    await expect(declared(`http://localhost:${port}/`)).rejects.toEqual(refused('URL_BLOCKED_ADDRESS'))
    expect(hits).toEqual([])
  })

  test('through a name that points inside, or at both', async () => {
    const rules = { net: [`rebind.test:${port}`] }
    for (const addresses of [['127.0.0.1'], ['93.184.215.14', '127.0.0.1'], ['::1'], []]) {
      const fetch = guarded(rules, { resolve: async () => addresses })
      await expect(fetch(`http://rebind.test:${port}/`)).rejects.toEqual(refused('URL_BLOCKED_ADDRESS'))
    }
    expect(hits).toEqual([])
  })

  test('through a redirect', async () => {
    respond = (_, response) => response.writeHead(302, { location: `http://localhost:${port}/inside` }).end()
    await expect(guarded({ named: [here()] })(`http://${here()}/`)).rejects.toEqual(refused('URL_NOT_ALLOWED'))
    await expect(guarded({ named: [here()], net: [`localhost:${port}`] })(`http://${here()}/`)).rejects.toEqual(
      refused('URL_BLOCKED_ADDRESS'),
    )
    expect(hits.map(hit => hit.url)).toEqual(['/', '/'])
  })
})

test('G9: hosts nobody declared, other schemes and credentials are refused with a sentence', async () => {
  const told: [string, boolean][] = []
  const fetch = guarded({ named: [here()] }, { onHost: (host, allowed) => told.push([host, allowed]) })
  await expect(fetch('https://example.org/')).rejects.toMatchObject({
    code: 'URL_NOT_ALLOWED',
    message: expect.stringContaining('permissions.net'),
  })
  await expect(fetch('file:///etc/passwd')).rejects.toEqual(refused('URL_SCHEME'))
  await expect(fetch('data:text/plain,x')).rejects.toEqual(refused('URL_SCHEME'))
  await expect(fetch(`http://user:pass@${here()}/`)).rejects.toEqual(refused('URL_CREDENTIALS'))
  await expect(fetch('no address')).rejects.toEqual(refused('URL_INVALID'))
  await fetch(`http://${here()}/`)
  expect(told).toEqual([
    ['example.org', false],
    [here(), true],
  ])
})

test('G9: redirects are followed as fetch does, at most five, keys stay with their host', async () => {
  respond = (request, response) => {
    const step = Number(request.url?.slice(1))
    if (step < 3) response.writeHead(step === 0 ? 303 : 307, { location: `/${step + 1}` }).end()
    else response.end('there')
  }
  const fetch = guarded({ named: [here(), `localhost:${port}`] })
  const response = await fetch(`http://${here()}/0`, {
    method: 'POST',
    body: 'x',
    headers: { authorization: 'Bearer k' },
  })
  expect([await response.text(), response.redirected, response.url]).toEqual(['there', true, `http://${here()}/3`])
  expect(hits.map(hit => [hit.method, hit.headers.authorization])).toEqual([
    ['POST', 'Bearer k'],
    ['GET', 'Bearer k'],
    ['GET', 'Bearer k'],
    ['GET', 'Bearer k'],
  ])

  hits = []
  respond = (request, response) =>
    request.headers.host === here()
      ? response.writeHead(302, { location: `http://localhost:${port}/` }).end()
      : response.end()
  await fetch(`http://${here()}/`, { headers: { authorization: 'Bearer k', cookie: 'a=b', 'x-a': '1' } })
  expect(hits[1]?.headers).toMatchObject({ 'x-a': '1' })
  expect(hits[1]?.headers).not.toHaveProperty('authorization')
  expect(hits[1]?.headers).not.toHaveProperty('cookie')

  hits = []
  respond = (_, response) => response.writeHead(302, { location: '/again' }).end()
  await expect(fetch(`http://${here()}/`)).rejects.toEqual(refused('URL_REDIRECTS'))
  expect(hits).toHaveLength(6)
  await expect(fetch(`http://${here()}/`, { redirect: 'error' })).rejects.toEqual(refused('URL_REDIRECTS'))
  expect((await fetch(`http://${here()}/`, { redirect: 'manual' })).status).toBe(302)
})

test('G9: an answer larger than allowed ends, also when it is small until it is unpacked', async () => {
  respond = (_, response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('x'.repeat(1_000_000)))
  const response = await guarded({ named: [here()] }, { maxBody: 100_000 })(`http://${here()}/`)
  await expect(response.text()).rejects.toEqual(refused('BODY_TOO_LARGE'))
})

test('G9: the call’s signal ends its requests, and so does the request’s own', async () => {
  respond = () => {}
  const call = new AbortController()
  const fetch = guarded({ named: [here()] }, { signal: call.signal })
  const own = new AbortController()
  const first = fetch(`http://${here()}/`, { signal: own.signal })
  own.abort(new Error('own'))
  await expect(first).rejects.toThrow('own')
  const second = fetch(`http://${here()}/`)
  call.abort(new Error('call'))
  await expect(second).rejects.toThrow('call')
})

test('G9: proxy variables do not matter', async () => {
  process.env.HTTP_PROXY = process.env.http_proxy = 'http://127.0.0.1:1'
  onTestFinished(() => {
    delete process.env.HTTP_PROXY
    delete process.env.http_proxy
  })
  expect((await guarded({ named: [here()] })(`http://${here()}/`)).status).toBe(200)
})
