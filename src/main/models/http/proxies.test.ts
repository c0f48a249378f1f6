import { expect, test } from 'vitest'
import { firstProxy, proxies, proxyPasswords } from './proxies.ts'

const API = 'https://api.example.com/v1'

test.each<[string, Record<string, string>, string | null]>([
  ['nothing is set', {}, null],
  ['one for https', { HTTPS_PROXY: 'http://proxy:3128' }, 'http://proxy:3128'],
  ['one in small letters, which counts more', { HTTPS_PROXY: 'http://a:1', https_proxy: 'http://b:2' }, 'http://b:2'],
  ['one without a protocol', { https_proxy: 'proxy:3128' }, 'http://proxy:3128'],
  ['one for everything', { ALL_PROXY: 'socks5://proxy:1080' }, 'socks5://proxy:1080'],
  ['one for http only', { HTTP_PROXY: 'http://proxy:3128' }, null],
  ['an exception for the host', { HTTPS_PROXY: 'http://p:1', NO_PROXY: 'api.example.com' }, null],
  ['an exception for what is above it', { HTTPS_PROXY: 'http://p:1', NO_PROXY: 'x.org, .example.com' }, null],
  ['an exception for its port', { HTTPS_PROXY: 'http://p:1', no_proxy: 'example.com:443' }, null],
  ['an exception for another port', { HTTPS_PROXY: 'http://p:1', no_proxy: 'example.com:8443' }, 'http://p:1'],
  ['an exception for a name that only ends alike', { HTTPS_PROXY: 'http://p:1', no_proxy: 'ample.com' }, 'http://p:1'],
  ['an exception for everything', { HTTPS_PROXY: 'http://p:1', NO_PROXY: '*' }, null],
])('K3: %s', async (_what, environment, expected) => {
  expect(await proxies(environment)(API)).toBe(expected)
})

test('K3: this computer is never reached through a proxy', async () => {
  const lookup = proxies({ ALL_PROXY: 'http://proxy:1' }, async () => 'http://proxy:2')
  for (const host of ['localhost:11434', '127.0.0.1:8080', '127.1.2.3', '[::1]:80', 'model.localhost'])
    expect(await lookup(`http://${host}/v1`)).toBeNull()
})

test('K3: without a word of the environment the system is asked', async () => {
  expect(await proxies({}, async url => firstProxy(`PROXY for-${new URL(url).hostname}:80`))(API)).toBe(
    'http://for-api.example.com:80',
  )
})

test.each([
  ['DIRECT', null],
  ['', null],
  ['PROXY one:3128; PROXY two:3128; DIRECT', 'http://one:3128'],
  ['HTTPS one:443', 'https://one:443'],
  ['SOCKS4 old:1080; SOCKS5 one:1080', 'socks5://one:1080'],
  ['SOMETHING else:1; DIRECT', null],
])('K3: the system says “%s”', (answer, expected) => {
  expect(firstProxy(answer)).toBe(expected)
})

test.each([
  ['http://ada:s%2Fcret@proxy:1', ['s/cret', 's%2Fcret'], 'http://ada:s%2Fcret@proxy:1'],
  ['http://ada:50%off@proxy:1', ['50%off', '50%25off'], 'http://ada:50%25off@proxy:1'],
  ['ada:%@proxy:1', ['%', '%25'], 'http://ada:%25@proxy:1'],
  ['http://ada:100%ff%2F@proxy:1', ['100%ff%2F', '100%25ff%252F'], 'http://ada:100%25ff%252F@proxy:1'],
  ['http://a%:x@proxy:1', ['x'], 'http://a%25:x@proxy:1'],
  ['http://ada:pass@proxy:port', [], 'http://ada:pass@proxy:port'],
])('K3, R4: of the proxy %s the password is known as a secret, however it is written', async (proxy, secrets, used) => {
  const environment = { HTTPS_PROXY: proxy, all_proxy: 'proxy:2' }
  expect(proxyPasswords(environment)).toEqual(secrets)
  expect(await proxies(environment)(API)).toBe(used)
})
