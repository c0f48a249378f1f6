import type { RequestListener } from 'node:http'
import { gzipSync } from 'node:zlib'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { PageAnswer } from './page-request.ts'
import { PUBLIC, publicWeb, rawWeb } from './testing/public-web.ts'

const hello: RequestListener = (_, response) => response.setHeader('content-type', 'text/plain').end('hello')
const refused = (code: string) => ({ kind: 'refused', code, message: expect.stringMatching(/^\S.*[.)?]$/s) })
const TIMES = { resolveMs: 50, connectMs: 500, headersMs: 0, bodyMs: 0 }

test('B: a public page is read, its redirects followed, the product named', async () => {
  const web = await publicWeb(
    (request, response) =>
      request.url === '/'
        ? response.writeHead(302, { location: 'https://other.test/there' }).end()
        : response.setHeader('content-type', 'Text/Plain; charset=utf-8').end(request.headers['user-agent']),
    { userAgent: 'SporaDesktop/9' },
  )
  const answer = await web.read('http://site.test/')
  expect(answer).toMatchObject({ kind: 'page', url: 'https://other.test/there', contentType: 'text/plain' })
  expect(answer.kind === 'page' && answer.text()).toBe('SporaDesktop/9')
})

describe('R5: addresses that are not public, in every way of writing them: 0 hits, 0 connections', () => {
  const rows: Readonly<Record<string, readonly string[]>> = {
    B190: ['127.0.0.1', '127.1', '127.255.255.254'],
    B191: ['2130706433', '0x7f000001', '0x7f.1', '017700000001', '0177.0.0.1'],
    B192: ['①②⑦.⓪.⓪.①', '127。0。0。1'],
    B194: ['0', '0.0.0.0', '0x', '[::]'],
    B195: ['[::1]', '[::ffff:127.0.0.1]', '[0:0:0:0:0:ffff:7f00:1]'],
    B196: ['[::127.0.0.1]'],
    B197: ['[64:ff9b::7f00:1]', '[64:ff9b:1::7f00:1]', '[2002:7f00:1::]', '[2001:0:7f00:1::]', '[::ffff:0:127.0.0.1]'],
    B200: [
      '10.0.0.1',
      '172.16.0.1',
      '192.168.1.1',
      '169.254.169.254',
      '100.64.0.1',
      '100.100.100.200',
      '198.18.0.1',
      '192.0.0.192',
      '224.0.0.1',
      '240.0.0.1',
      '255.255.255.255',
    ],
    B201: ['168.63.129.16'],
  }
  test.each(Object.entries(rows))('%s: %j are blocked', async (_, hosts) => {
    const web = await publicWeb(hello)
    for (const host of hosts)
      for (const url of [`http://${host}/`, `http://${host}:${web.port}/x`, `https://${host}:8443/`])
        expect(await web.read(url), url).toEqual(refused('URL_BLOCKED_ADDRESS'))
    expect([web.hits, web.connections]).toEqual([[], []])
  })

  test('B211: what only looks like another address is the host it is parsed to', async () => {
    const web = await publicWeb(hello)
    const { port } = web
    for (const url of [
      `http://127.0.0.1:${port}\\@example.com/`,
      `http:\\\\127.0.0.1:${port}\\`,
      `http:/127.0.0.1:${port}`,
      `http:127.0.0.1:${port}`,
    ])
      expect(await web.read(url), url).toEqual(refused('URL_BLOCKED_ADDRESS'))
    expect([web.hits, web.connections]).toEqual([[], []])
  })
})

test.each([
  ['B199', ['http://[::1%25lo]/', 'http://[fe80::1%25eth0]/']],
  [
    'B212',
    [
      'http://127.0.0.1%00.example.com/',
      'http://127.0.0.1%2f.example.com/',
      '//127.0.0.1/',
      'http://256.256.256.256/',
      'http://1.2.3.4.5/',
      '',
      'not an address',
    ],
  ],
])('%s: %j are no addresses', async (_, urls) => {
  const web = await publicWeb(hello)
  for (const url of urls) expect(await web.read(url), url).toEqual(refused('URL_INVALID'))
  expect([web.hits, web.connections]).toEqual([[], []])
})

describe('R5: names', () => {
  const leadingTo = (addresses: readonly string[]) => publicWeb(hello, { resolve: async () => addresses })

  test('B202: a name that leads inside is blocked after it was resolved', async () => {
    for (const address of ['169.254.169.254', '127.0.0.1', '::1', '10.1.2.3', 'fd00::1', '::ffff:192.168.0.1']) {
      const web = await leadingTo([address])
      expect(await web.read(`http://169.254.169.254.nip.io:${web.port}/`)).toEqual(refused('URL_BLOCKED_ADDRESS'))
      expect([web.hits, web.connections]).toEqual([[], []])
    }
  })

  test('B204: a name that leads outside first and inside next is blocked on the connection that would go inside', async () => {
    const answers = [[PUBLIC], ['127.0.0.1'], [PUBLIC]]
    let asked = 0
    const web = await publicWeb((_, response) => response.writeHead(302, { location: '/again' }).end(), {
      resolve: async () => answers[asked++] ?? [],
    })
    expect(await web.read(`http://rebind.test:${web.port}/`)).toEqual(refused('URL_REDIRECT_BLOCKED'))
    expect([asked, web.hits, web.connections]).toEqual([2, ['/'], [PUBLIC]])
  })

  test('B204: what was looked at is what is connected to: a name is asked for once a connection', async () => {
    let asked = 0
    const web = await publicWeb(hello, { resolve: async () => [asked++ === 0 ? PUBLIC : '127.0.0.1'] })
    expect(await web.read(`http://rebind.test:${web.port}/`)).toMatchObject({ kind: 'page' })
    expect([asked, web.connections]).toEqual([1, [PUBLIC]])
  })

  test('B205: a name that leads nowhere, a name service that is silent, a thousand addresses', async () => {
    const silent = await publicWeb(hello, { resolve: () => new Promise(() => {}), times: TIMES })
    expect(await silent.read('http://slow.test/')).toEqual(refused('URL_DNS'))
    const none = await leadingTo([])
    expect(await none.read('http://none.test/')).toEqual(refused('URL_BLOCKED_ADDRESS'))
    const thousand = Array.from({ length: 999 }, (_, index) => `93.184.${index >> 8}.${index & 255}`)
    const mixed = await leadingTo([...thousand, '10.0.0.1'])
    expect(await mixed.read('http://many.test/')).toEqual(refused('URL_BLOCKED_ADDRESS'))
    const fine = await leadingTo([PUBLIC, ...thousand])
    expect(await fine.read('http://many.test/')).toMatchObject({ kind: 'page' })
    expect([...silent.connections, ...none.connections, ...mixed.connections]).toEqual([])
  })

  test('B205: the name service of this computer knows no such name', async () => {
    const { guardedAgent } = await import('./guarded-fetch/guarded-agent.ts')
    const { createGuardedFetch } = await import('./guarded-fetch/guarded-fetch.ts')
    const rules = { net: 'any', named: [] } as const
    const agent = guardedAgent(rules)
    onTestFinished(() => agent.destroy())
    const fetch = createGuardedFetch({ rules, agent })
    await expect(fetch('http://no-such-name.invalid/')).rejects.toMatchObject({ code: 'URL_DNS' })
  })
})

describe('redirects', () => {
  const sendingTo = (location: string | undefined, status = 302) =>
    publicWeb((_, response) => response.writeHead(status, location === undefined ? {} : { location }).end())

  test('B206: from a public page to the inside is not followed', async () => {
    for (const host of ['127.0.0.1', '[::1]', '0x7f.1', '169.254.169.254', '10.0.0.1']) {
      const web = await sendingTo(`http://${host}:8080/`)
      expect(await web.read('http://site.test/')).toEqual(refused('URL_REDIRECT_BLOCKED'))
      expect([web.hits, web.connections]).toEqual([['/'], [PUBLIC]])
    }
    const named = await publicWeb((_, response) => response.writeHead(307, { location: 'http://inside.test/' }).end(), {
      resolve: async host => [host === 'inside.test' ? '192.168.0.1' : PUBLIC],
    })
    expect(await named.read('http://site.test/')).toEqual(refused('URL_REDIRECT_BLOCKED'))
    expect(named.connections).toEqual([PUBLIC])
  })

  test('B207: a loop, thirty hops, nowhere, another scheme, a name and password, a port that is none of the web', async () => {
    const loop = await sendingTo('/')
    expect(await loop.read('http://site.test/')).toEqual(refused('URL_REDIRECT_LIMIT'))
    expect(loop.hits).toHaveLength(6)
    const hops = await publicWeb((request, response) =>
      response.writeHead(301, { location: `/${Number(request.url?.slice(1)) + 1}` }).end(),
    )
    expect(await hops.read('http://site.test/0')).toEqual(refused('URL_REDIRECT_LIMIT'))
    expect(hops.hits).toHaveLength(6)
    const blocked = [
      undefined,
      '//127.0.0.1',
      'javascript:alert(1)',
      'file:///etc/passwd',
      'http://u:p@a.test/',
      'http://a.test:22/',
      'http://[',
      `http://a.test/${'x'.repeat(9_000)}`,
    ]
    for (const location of blocked) {
      const web = await sendingTo(location)
      expect(await web.read('http://site.test/'), location).toEqual(refused('URL_REDIRECT_BLOCKED'))
      expect(web.hits).toEqual(['/'])
    }
  })

  test('B207: from https to http is not followed', async () => {
    const web = await sendingTo('http://site.test/plain')
    expect(await web.read('https://site.test/')).toEqual(refused('URL_REDIRECT_BLOCKED'))
    expect(web.hits).toEqual(['/'])
  })

  test('B209: a page cannot send on by itself', async () => {
    const web = await publicWeb((_, response) =>
      response
        .setHeader('content-type', 'text/html')
        .setHeader('refresh', '0; url=http://127.0.0.1:8080/')
        .end(
          '<meta http-equiv="refresh" content="0; url=http://127.0.0.1:8080/"><script>location="http://10.0.0.1"</script>',
        ),
    )
    expect(await web.read('http://site.test/')).toMatchObject({ kind: 'page', url: 'http://site.test/' })
    expect([web.hits, web.connections]).toEqual([['/'], [PUBLIC]])
  })
})

test('B210: a user name or password in the address is refused', async () => {
  const web = await publicWeb(hello)
  for (const url of ['http://user:pass@site.test/', 'http://example.com@127.0.0.1/', 'https://:x@site.test/'])
    expect(await web.read(url)).toEqual(refused('URL_CREDENTIALS'))
  expect(web.connections).toEqual([])
})

test('B214: only http and https', async () => {
  const web = await publicWeb(hello)
  for (const scheme of [
    'file:///etc/passwd',
    'ftp://a.test/',
    'gopher://a.test/',
    'data:text/html,x',
    'blob:http://a.test/1',
    'javascript:alert(1)',
    'view-source:http://a.test/',
    'about:blank',
    'app://spora/',
    'chrome://version',
  ])
    expect(await web.read(scheme), scheme).toEqual(refused('URL_SCHEME'))
  expect(web.connections).toEqual([])
})

test('B215: ports that do not exist, and ports that are none of the web', async () => {
  const web = await publicWeb(hello)
  for (const port of [0, 99999]) expect(await web.read(`http://site.test:${port}/`)).toEqual(refused('URL_INVALID'))
  for (const port of [22, 25, 6379, 11211, 9200])
    expect(await web.read(`http://site.test:${port}/`)).toEqual(refused('URL_PORT'))
  expect(web.connections).toEqual([])
  for (const port of [80, 443, 8080, 8443])
    expect(await web.read(`http://site.test:${port}/`)).toMatchObject({ kind: 'page' })
})

test('B216: an address of a megabyte, and ten thousand parameters', async () => {
  const web = await publicWeb(hello)
  const parameters = Array.from({ length: 10_000 }, (_, index) => `p${index}=1`).join('&')
  for (const url of [`http://site.test/${'a'.repeat(1_000_000)}`, `http://site.test/?${parameters}`])
    expect(await web.read(url)).toEqual(refused('URL_TOO_LONG'))
  expect(web.connections).toEqual([])
})

// R13: what a server sends and what was asked for may be anything, the sentence about it may not.
describe('R13: a sentence is short, without control characters, and without the words of a server', () => {
  const clean = (message: string) => {
    expect(message.length).toBeLessThanOrEqual(500)
    expect(message).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069\u200b\ufeff]/u)
    return message
  }
  const sentenceOf = (answer: PageAnswer) => (answer.kind === 'refused' ? clean(answer.message) : expect.fail('read'))

  test('whatever was asked for', async () => {
    const web = await publicWeb(hello)
    const urls = ['a\u0007\u202eb\nc', `${'x'.repeat(8_000)}:y`, `http://${'a'.repeat(8_000)}/`, `ht\u009b://\u202e`]
    for (const url of [...urls, `http://${'a.'.repeat(150)}test/`, `http://u:p@${'a'.repeat(300)}/`])
      sentenceOf(await web.read(url))
    expect(web.connections).toEqual([])
  })

  test('whatever a server says', async () => {
    const words = 'OBEY-ME'
    const odd = Buffer.from('\x9b\x85', 'latin1').toString('latin1')
    const answers = [
      `404 ${words}`,
      `500 ${words}${odd}`,
      `302 ${words}\r\nlocation: ${words}${odd}:${words}`,
      `302 X\r\nlocation: http://[${words}${odd}`,
      `302 X\r\nlocation: ${'x'.repeat(8_000)}:${words}`,
      `302 ${words}`,
    ]
    for (const answer of answers) {
      const web = await rawWeb(socket =>
        socket.end(Buffer.from(`HTTP/1.1 ${answer}\r\ncontent-length: 0\r\n\r\n`, 'latin1')),
      )
      expect(sentenceOf(await web.read('http://site.test/')).toUpperCase(), answer).not.toContain(`${words} `)
    }
    const types: (string | null)[] = []
    const web = await publicWeb((_, response) =>
      response.setHeader('content-type', `image/${'x-'.repeat(400)}`).end('x'),
    )
    const refuses = (type: string | null) => {
      types.push(type)
      return null
    }
    await web.read('http://site.test/', { refuses })
    expect(types).toEqual([null])
  })
})

test('B217: a look-alike name is asked for as what it is', async () => {
  const asked: string[] = []
  const web = await publicWeb(hello, {
    resolve: async host => {
      asked.push(host)
      return [PUBLIC]
    },
  })
  expect(await web.read('http://аpple.com/')).toMatchObject({ kind: 'page', url: 'http://xn--pple-43d.com/' })
  expect(asked).toEqual(['xn--pple-43d.com'])
})

test('B219: a body that drips, and a server that says nothing, end at the time limit', async () => {
  const drip = await publicWeb((_, response) => {
    response.setHeader('content-type', 'text/plain').write('a')
    const timer = setInterval(() => response.write('a'), 20)
    response.on('close', () => clearInterval(timer))
  })
  expect(await drip.read('http://site.test/', { timeoutMs: 300 })).toEqual(refused('URL_TIMEOUT'))
  const mute = await publicWeb(() => {})
  expect(await mute.read('http://site.test/', { timeoutMs: 300 })).toEqual(refused('URL_TIMEOUT'))
  const stop = AbortSignal.timeout(50)
  expect(await mute.read('http://site.test/', { signal: stop })).toEqual(refused('URL_STOPPED'))
})

test('B220: headers of a megabyte or ten thousand cookies are refused; a cookie never comes back', async () => {
  const lines = [
    `x: ${'a'.repeat(1_000_000)}`,
    Array.from({ length: 10_000 }, (_, index) => `set-cookie: c${index}=1`).join('\r\n'),
  ]
  for (const line of lines) {
    const web = await rawWeb(socket => socket.end(`HTTP/1.1 200 OK\r\n${line}\r\ncontent-length: 2\r\n\r\nok`))
    expect(await web.read('http://site.test/')).toEqual(refused('URL_HEADERS'))
  }
  const cookies: (string | undefined)[] = []
  const web = await publicWeb((request, response) => {
    cookies.push(request.headers.cookie)
    if (request.url === '/') response.writeHead(302, { location: '/b', 'set-cookie': 'a=1' }).end()
    else response.setHeader('set-cookie', 'b=2').end('x')
  })
  await web.read('http://site.test/')
  await web.read('http://site.test/')
  expect(cookies).toEqual([undefined, undefined, undefined, undefined])
})

test('B221: text is decoded by its mark, its label or what it says of itself, else as UTF-8; it is always well-formed', async () => {
  const japanese = Buffer.from('93fa967b8cea', 'hex')
  const cases: readonly [type: string | null, body: Uint8Array, text: string][] = [
    ['text/plain; charset=shift_jis', japanese, '日本語'],
    ['text/html; charset="Shift_JIS"', japanese, '日本語'],
    ['text/html', Buffer.concat([Buffer.from('<meta charset=shift_jis>'), japanese]), '<meta charset=shift_jis>日本語'],
    [
      'text/xml',
      Buffer.from('<?xml version="1.0" encoding="iso-8859-1"?>caf\xe9', 'latin1'),
      '<?xml version="1.0" encoding="iso-8859-1"?>café',
    ],
    ['text/plain', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('hé', 'utf16le')]), 'hé'],
    ['text/plain; charset=utf-16be', Buffer.from('006800e9', 'hex'), 'hé'],
    ['text/plain; charset=shift_jis', Buffer.from('\ufeffhé'), 'hé'],
    ['text/plain; charset=no-such-thing', Buffer.from('hé'), 'hé'],
    ['text/plain; charset=utf-8', Buffer.from('caf\xe9 noir', 'latin1'), 'café noir'],
    [null, Buffer.from('caf\xe9 noir', 'latin1'), 'café noir'],
    [null, Buffer.from('abc\xffdef \xed\xa0\x80', 'latin1'), 'abc\ufffddef \ufffd'],
    ['text/plain; charset=utf-16le', Buffer.from('00d86100', 'hex'), '\ufffda'],
    ['text/plain', Buffer.from('日本'), '日本'],
  ]
  for (const [type, body, text] of cases) {
    const web = await publicWeb((_, response) => {
      if (type !== null) response.setHeader('content-type', type)
      response.end(body)
    })
    const answer = await web.read('http://site.test/')
    expect(answer.kind === 'page' && answer.text(), `${type} ${Buffer.from(body).toString('hex')}`).toBe(text)
  }
})

test('B222: a type that is not wanted is not downloaded', async () => {
  let sent = 0
  const web = await publicWeb((_, response) => {
    response.setHeader('content-type', 'Image/PNG; x=y')
    const timer = setInterval(() => response.write(Buffer.alloc(1_000)) && sent++, 5)
    response.on('close', () => clearInterval(timer))
  })
  const seen: (string | null)[] = []
  const refuses = (type: string | null) => {
    seen.push(type)
    return 'No pictures.'
  }
  expect(await web.read('http://site.test/', { refuses })).toEqual({
    kind: 'refused',
    code: 'URL_CONTENT_TYPE',
    message: 'No pictures.',
  })
  expect(seen).toEqual(['image/png'])
})

test('B: more than is read of one page is refused, announced or not, packed or not', async () => {
  const bodies: RequestListener[] = [
    (_, response) => response.setHeader('content-length', 2_000_000).end(Buffer.alloc(2_000_000, 97)),
    (_, response) => response.end(Buffer.alloc(2_000_000, 97)),
    (_, response) => response.setHeader('content-encoding', 'gzip').end(gzipSync(Buffer.alloc(2_000_000, 97))),
  ]
  for (const body of bodies) {
    const web = await publicWeb(body)
    expect(await web.read('http://site.test/')).toEqual(refused('URL_TOO_LARGE'))
  }
})

test('B225: proxy variables do not matter', async () => {
  for (const name of ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'https_proxy', 'ALL_PROXY', 'NODE_USE_ENV_PROXY'])
    process.env[name] = name === 'NODE_USE_ENV_PROXY' ? '1' : 'http://127.0.0.1:1'
  onTestFinished(() => {
    for (const name of ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'https_proxy', 'ALL_PROXY', 'NODE_USE_ENV_PROXY'])
      delete process.env[name]
  })
  const web = await publicWeb(hello)
  expect(await web.read('http://site.test/')).toMatchObject({ kind: 'page' })
  expect(web.connections).toEqual([PUBLIC])
})

describe('B226: a server that does not keep to HTTP', () => {
  test.each([
    [
      'a storm of preliminary answers',
      `${'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'.repeat(2_000)}HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok`,
    ],
    ['a go-ahead nobody asked for', 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok'],
    ['HTTP/0.9', '<html>hello</html>'],
    ['two lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\nok!'],
    [
      'a second answer hidden behind two ways of counting',
      'HTTP/1.1 200 OK\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nevil!',
    ],
    ['an end in the middle', 'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nok'],
    ['no packing under the name of one', 'HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: 3\r\n\r\nabc'],
  ])('%s', async (_, bytes) => {
    const web = await rawWeb(socket => socket.end(bytes))
    expect(await web.read('http://site.test/')).toEqual(refused('URL_PROTOCOL'))
  })

  test('a second answer behind the first is never taken for the answer to another request', async () => {
    const web = await rawWeb(socket =>
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nokHTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nevil!'),
    )
    for (let time = 0; time < 2; time++) {
      const answer = await web.read('http://site.test/')
      expect(answer.kind === 'page' && answer.text()).toBe('ok')
    }
    expect(web.connections).toHaveLength(2)
  })
})

test('B227: nothing in an answer is said as that', async () => {
  for (const status of [204, 205, 206, 304]) {
    const body = status === 206 ? 'content-length: 3\r\n\r\nabc' : '\r\n'
    const web = await rawWeb(socket => socket.end(`HTTP/1.1 ${status} X\r\n${body}`))
    expect(await web.read('http://site.test/'), String(status)).toEqual(refused('URL_EMPTY'))
  }
  const empty = await publicWeb((_, response) => response.end())
  expect(await empty.read('http://site.test/')).toEqual(refused('URL_EMPTY'))
})

test('B: an answer of 400 and above fails with its number', async () => {
  for (const status of [400, 404, 500, 999]) {
    const web = await publicWeb((_, response) => response.writeHead(status).end('x'))
    expect(await web.read('http://site.test/')).toMatchObject({
      code: 'URL_STATUS',
      message: expect.stringContaining(String(status)),
    })
  }
})

test('B: a host that takes no connection is said as that', async () => {
  const web = await rawWeb(socket => socket.destroy())
  expect(await web.read('http://site.test/')).toEqual(refused('URL_PROTOCOL'))
})

describe('R5: a host the operator named', () => {
  test('is read by itself, though it is not public, and so are its own redirects', async () => {
    const web = await publicWeb(
      (request, response) =>
        request.url === '/' ? response.writeHead(302, { location: '/b' }).end() : response.end('inside'),
      { named: port => [`127.0.0.1:${port}`] },
    )
    const answer = await web.read(`http://127.1:${web.port}/`)
    expect(answer.kind === 'page' && answer.text()).toBe('inside')
    expect(web.hits).toEqual(['/', '/b'])
    expect(await web.read(`http://[::ffff:127.0.0.1]:${web.port}/`)).toEqual(refused('URL_BLOCKED_ADDRESS'))
    expect(await web.read('http://127.0.0.1:8080/')).toEqual(refused('URL_BLOCKED_ADDRESS'))
  })

  test('by a name that leads inside', async () => {
    const web = await publicWeb(hello, { named: port => [`nas.test:${port}`], resolve: async () => ['127.0.0.1'] })
    expect(await web.read(`http://nas.test:${web.port}/`)).toMatchObject({ kind: 'page' })
    expect(await web.read(`http://other.test:${web.port}/`)).toEqual(refused('URL_BLOCKED_ADDRESS'))
  })

  test('no other page can send there', async () => {
    const web = await publicWeb(
      (request, response) => response.writeHead(302, { location: `http://127.0.0.1:${request.url?.slice(1)}/` }).end(),
      { named: port => [`127.0.0.1:${port}`] },
    )
    expect(await web.read(`http://site.test/${web.port}`)).toEqual(refused('URL_REDIRECT_BLOCKED'))
    expect(web.connections).toEqual([PUBLIC])
  })
})
