import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { type ApiHandler, type ApiServer, startApiServer } from './api-server.ts'
import { rawRequest, requestText } from './testing/raw-request.ts'

const PATH = '/api/v1/things'
const page = { body: Buffer.from('<!doctype html>'), headers: { 'content-type': 'text/html' } }

interface Seen {
  readonly server: ApiServer
  readonly port: number
  /** What came through all gates. */
  readonly through: { readonly path: string; readonly rights: string; readonly body: unknown }[]
  readonly errors: unknown[]
  send(
    request: { method?: string; path?: string; body?: string | Buffer },
    headers?: Record<string, string | readonly string[] | null>,
  ): ReturnType<typeof rawRequest>
}

async function serve(handler?: ApiHandler): Promise<Seen> {
  const through: Seen['through'] = []
  const errors: unknown[] = []
  const answer: ApiHandler = async (request, response, rights) => {
    through.push({ path: request.url ?? '', rights, body: request.body })
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    return true
  }
  const server = await startApiServer({
    listen: { port: 0 },
    handler: handler ?? answer,
    onError: error => errors.push(error),
    file: path => (path === '/' || path === '/index.html' ? page : undefined),
  })
  onTestFinished(() => server.close())
  const port = Number(new URL(server.origin).port)
  return {
    server,
    port,
    through,
    errors,
    send({ method = 'GET', path = PATH, body = '' }, headers = {}) {
      const json = { 'content-length': String(Buffer.byteLength(body)), 'content-type': 'application/json' }
      const usual = { host: `127.0.0.1:${port}`, authorization: `Bearer ${server.approveToken}` }
      return rawRequest(
        port,
        requestText({ method, path, body }, { ...usual, ...(body.length > 0 && json), ...headers }),
      )
    },
  }
}

const codeOf = (body: string) =>
  (JSON.parse(body.slice(body.indexOf('{'), body.lastIndexOf('}') + 1)) as { error: { code: string } }).error.code

test('4.11: with the right address and token a request comes through, and its answer is kept by no cache', async () => {
  const { send, through, server } = await serve()
  const answer = await send({ method: 'POST', body: '{"a":[1,"ä"]}' })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  expect((await send({}, { authorization: `Bearer ${server.runToken}` })).status).toBe(200)
  expect(through).toEqual([
    { path: PATH, rights: 'approve', body: { a: [1, 'ä'] } },
    { path: PATH, rights: 'run', body: undefined },
  ])
})

test('4.11: two starts have different tokens, of 32 random bytes', async () => {
  const [first, second] = await Promise.all([serve(), serve()])
  const tokens = [first, second].flatMap(({ server }) => [server.approveToken, server.runToken])
  expect(new Set(tokens).size).toBe(4)
  for (const token of tokens) expect(Buffer.from(token, 'base64url')).toHaveLength(32)
})

test('B330: no token, a wrong, short or long one, one in the query, in a cookie or as Basic is 401, and nothing more is said', async () => {
  const { send, through, server } = await serve()
  const { approveToken: token } = server
  const wrong: { path?: string; headers: Record<string, string | null> }[] = [
    { headers: { authorization: null } },
    { headers: { authorization: '' } },
    { headers: { authorization: 'Bearer' } },
    { headers: { authorization: 'Bearer ' } },
    { headers: { authorization: token } },
    { headers: { authorization: `Bearer ${token.slice(0, -1)}` } },
    { headers: { authorization: `Bearer ${token}x` } },
    { headers: { authorization: `Bearer ${token},` } },
    { headers: { authorization: `Bearer ${'a'.repeat(4000)}` } },
    { headers: { authorization: `bearer ${token}` } },
    { headers: { authorization: `Basic ${Buffer.from(`spora:${token}`).toString('base64')}` } },
    { headers: { authorization: null, cookie: `token=${token}; spora-token=${token}` } },
    { headers: { authorization: null, 'x-token': token } },
    { path: `${PATH}?token=${token}`, headers: { authorization: null } },
    { path: `${PATH}?access_token=${token}`, headers: { authorization: null } },
  ]
  for (const { path = PATH, headers } of wrong) {
    const answer = await send({ path }, headers)
    expect(answer.status, JSON.stringify(headers)).toBe(401)
    expect(codeOf(answer.body)).toBe('TOKEN')
    expect(answer.body).not.toContain(token)
  }
  expect(through).toEqual([])
})

test('4.11: only the printed address is answered, whatever a name resolves to', async () => {
  const { send, port, through } = await serve()
  for (const host of ['localhost', '0.0.0.0', '[::1]', '127.1', 'evil.example', '127.0.0.1.evil.example', 'spora'])
    for (const name of [host, `${host}:${port}`]) {
      const answer = await send({ path: '/' }, { host: name })
      expect(answer.status, name).toBe(403)
    }
  expect((await send({}, { host: '127.0.0.1' })).status).toBe(403)
  expect((await send({}, { host: `127.0.0.1:${port + 1}` })).status).toBe(403)
  expect((await send({}, { host: null })).status).toBe(400)
  expect(through).toEqual([])
})

test('B332: a request of another origin is 403, its own is answered', async () => {
  const { send, port, through, server } = await serve()
  const foreign = [
    'https://evil.example',
    'null',
    `http://localhost:${port}`,
    `http://127.0.0.1:${port + 1}`,
    `https://127.0.0.1:${port}`,
    `http://127.0.0.1:${port}.evil.example`,
    `http://127.0.0.1:${port}/`,
    'app://spora',
    '',
  ]
  for (const origin of foreign) expect((await send({}, { origin })).status, origin).toBe(403)
  expect((await send({ path: '/' }, { origin: 'https://evil.example' })).status).toBe(403)
  expect(through).toEqual([])
  expect((await send({}, { origin: server.origin })).status).toBe(200)
})

test('B333: what a browser marks as coming from another site is 403', async () => {
  const { send, through } = await serve()
  for (const site of ['cross-site', 'same-site', 'anything'])
    expect((await send({}, { 'sec-fetch-site': site })).status, site).toBe(403)
  expect(through).toEqual([])
  for (const site of ['same-origin', 'none']) expect((await send({}, { 'sec-fetch-site': site })).status).toBe(200)
})

test('B334: a preflight is 403 and no answer carries a CORS header', async () => {
  const { send, through } = await serve()
  const preflight = { origin: 'https://evil.example', 'access-control-request-method': 'POST' }
  const answers = [
    await send({ method: 'OPTIONS' }, preflight),
    await send({ method: 'OPTIONS', path: '*' }),
    ...(await Promise.all(['HEAD', 'TRACE', 'PROPFIND'].map(method => send({ method })))),
  ]
  for (const { status } of answers) expect(status).toBe(403)
  expect(through).toEqual([])
  for (const { headers } of [...answers, await send({}), await send({ path: '/' })])
    expect([...headers.keys()].filter(name => name.startsWith('access-control') || name === 'set-cookie')).toEqual([])
})

test('B335: only application/json is taken', async () => {
  const { send, through } = await serve()
  const types = [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonp',
    'application/json-patch+json',
    'text/html, application/json',
    'text/event-stream',
    '',
  ]
  for (const type of types) {
    const answer = await send({ method: 'POST', body: '{}' }, { 'content-type': type })
    expect([answer.status, codeOf(answer.body)], type).toEqual([415, 'CONTENT_TYPE'])
  }
  expect((await send({ method: 'POST', body: '{}' }, { 'content-type': null })).status).toBe(415)
  // Also where no body comes: an unusual type is how pages send requests without asking first.
  expect((await send({ method: 'POST' }, { 'content-type': 'text/plain', 'content-length': '0' })).status).toBe(415)
  expect(through).toEqual([])
  for (const type of ['application/json', 'application/json; charset=utf-8', 'Application/JSON'])
    expect((await send({ method: 'POST', body: '{}' }, { 'content-type': type })).status).toBe(200)
})

test('B338: a body over 1 MB is 413 before it is read', async () => {
  const { send, through } = await serve()
  for (const length of [String(1024 * 1024 + 1), String(100 * 1024 * 1024), '9999999999999']) {
    const headers = { 'content-length': length, 'content-type': 'application/json' }
    const answer = await send({ method: 'POST' }, headers)
    expect([answer.status, codeOf(answer.body)]).toEqual([413, 'TOO_LARGE'])
  }
  expect(through).toEqual([])
  const large = `"${'x'.repeat(1024 * 1024 - 2)}"`
  expect((await send({ method: 'POST', body: large })).status).toBe(200)
})

test('B338: a body that is not plain JSON is 400, with a sentence', async () => {
  const { send, through } = await serve()
  const bodies: (string | Buffer)[] = [
    '{',
    '{}{}',
    "{'a':1}",
    '{"a":1,}',
    'NaN',
    Buffer.from([0x22, 0xff, 0xfe, 0x22]),
    Buffer.from([0x22, 0xc0, 0xaf, 0x22]),
    '"\\ud800"',
    '{"a":1,"a":2}',
    '{"__proto__":{"polluted":true}}',
    '{"a":{"constructor":{"prototype":{}}}}',
    '[9007199254740993]',
    `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
    `${'{"a":'.repeat(200)}1${'}'.repeat(200)}`,
  ]
  for (const body of bodies) {
    const answer = await send({ method: 'POST', body })
    expect([answer.status, codeOf(answer.body)], String(body).slice(0, 40)).toEqual([400, 'JSON'])
    expect(answer.body.length).toBeLessThan(700)
  }
  expect(through).toEqual([])
  expect(({} as Record<string, unknown>).polluted).toBeUndefined()
})

test('B339: a path that is not what it says is 404, with a token and without', async () => {
  const { send, through, server } = await serve()
  const paths = [
    '/../etc/passwd',
    '/api/../rpc/tasks/approve',
    '/api/v1/./things',
    '/api/v1/%2e%2e/things',
    '/api/v1/%2E%2e/rpc/tasks/approve',
    '/rpc/x/../tasks/approve',
    '//evil.example/',
    '//rpc/tasks/approve',
    '/\\..\\etc',
    '/rpc\\tasks\\approve',
    '/api\\v1\\tools',
    '/rpc/tasks/approve#x',
    '/index.html%00.png',
    '/index.html#x',
    `/${'a'.repeat(10_000)}`,
    'http://127.0.0.1/rpc/tasks/approve',
    `${server.origin}/rpc/tasks/approve`,
    'rpc/tasks/approve',
    '/RPC/tasks/approve',
    '/rpc',
    '/api',
  ]
  for (const path of paths)
    for (const authorization of [`Bearer ${server.approveToken}`, null]) {
      const answer = await send({ path }, { authorization })
      expect([400, 404], path).toContain(answer.status) // 400: Node's parser does not take it for a request
    }
  expect(through).toEqual([])
  expect((await send({ path: '/' })).status).toBe(200)
})

test('B340: requests that two programs could read differently are refused', async () => {
  const { send, port, through, server } = await serve()
  const usual = { host: `127.0.0.1:${port}`, authorization: `Bearer ${server.approveToken}` }
  const json = { 'content-type': 'application/json' }
  const raw = (text: string) => rawRequest(port, text)
  const head = `POST ${PATH} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nauthorization: ${usual.authorization}\r\ncontent-type: application/json\r\n`
  const both = { ...json, 'content-length': '2', 'transfer-encoding': 'chunked' }
  expect((await send({ method: 'POST', body: '{}' }, both)).status).toBe(400)
  expect((await send({ method: 'POST', body: '{}' }, { 'content-length': ['2', '3'] })).status).toBe(400)
  expect((await send({ method: 'POST' }, { ...json, 'content-length': '-1' })).status).toBe(400)
  expect((await send({ method: 'POST' }, { ...json, 'content-length': '0x2' })).status).toBe(400)
  expect((await raw(`${head}content-length: 2\r\nx: a\r\n b\r\n\r\n{}`)).status).toBe(400) // folded header
  expect((await raw(`${head}content-length : 2\r\n\r\n{}`)).status).toBe(400)
  expect((await raw(`GET ${PATH} HTTP/1.1\nhost: x\n\n`)).status).toBe(400)
  expect((await raw(`GET ${PATH}\0 HTTP/1.1\r\n\r\n`)).status).toBe(400)
  expect((await raw(`${head}x: ${'a'.repeat(20_000)}\r\n\r\n`)).status).toBe(431)
  const chunked = await raw(`${head}transfer-encoding: chunked\r\nconnection: close\r\n\r\n2\r\n{}\r\n0\r\n\r\n`)
  expect([chunked.status, codeOf(chunked.body)]).toEqual([411, 'LENGTH'])
  expect((await raw(`${head}transfer-encoding: gzip, chunked\r\n\r\nzz\r\n`)).status).toBeGreaterThanOrEqual(400)
  expect(through).toEqual([])
})

test('B342: nobody else on the network reaches it', async () => {
  const { port } = await serve()
  const others = Object.values(networkInterfaces()).flatMap(each => each ?? [])
  const addresses = others
    .filter(({ internal, family }) => !internal && family === 'IPv4')
    .map(({ address }) => address)
  for (const address of [...addresses, '::1']) {
    const reached = await new Promise<boolean>(resolve => {
      const socket = connect({ host: address, port, timeout: 1000 }, () => resolve(true))
      socket.on('error', () => resolve(false))
      socket.on('timeout', () => resolve(false))
    })
    expect(reached, address).toBe(false)
  }
})

test('B343: a taken port is an error, and the program that has it hears nothing', async () => {
  const { port, through } = await serve()
  const second = startApiServer({ listen: { port }, handler: async () => true, onError: () => {} })
  await expect(second).rejects.toMatchObject({ code: 'EADDRINUSE' })
  expect(through).toEqual([])
})

test('4.11: an upgrade is cut', async () => {
  const { send, through } = await serve()
  const upgrade = {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-key': 'eA==',
    'sec-websocket-version': '13',
  }
  expect((await send({ path: '/rpc/x' }, upgrade)).status).toBe(0)
  expect(through).toEqual([])
})

test('R13: what goes wrong inside is told to nobody but the log', async () => {
  const { send, errors } = await serve(async () => {
    throw new Error('secret-canary')
  })
  const answer = await send({})
  expect([answer.status, codeOf(answer.body)]).toEqual([500, 'INTERNAL'])
  expect(answer.body).not.toContain('canary')
  expect(errors).toEqual([new Error('secret-canary')])
})

test('R13: a client that goes away in the middle of its body is no error', async () => {
  const { port, server, errors, through } = await serve()
  await new Promise<void>((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      const headers = { host: `127.0.0.1:${port}`, authorization: `Bearer ${server.approveToken}` }
      const body = { 'content-type': 'application/json', 'content-length': '1000' }
      socket.write(requestText({ method: 'POST', path: PATH, body: '{"a":' }, { ...headers, ...body }), () =>
        socket.destroy(),
      )
    })
    socket.on('close', () => resolve())
    socket.on('error', reject)
  })
  await server.close()
  expect([errors, through]).toEqual([[], []])
})

test.skipIf(process.platform === 'win32')('4.11: a socket is for this account alone, and knows no page', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'spora-socket-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 's')
  const umask = process.umask(0o077)
  const server = await startApiServer({ listen: { path }, handler: async () => false, onError: () => {} })
  process.umask(umask)
  expect(statSync(path).mode & 0o077).toBe(0)
  expect(server.origin).toBe('http://spora')
  await server.close()
})
