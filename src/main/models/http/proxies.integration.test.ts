import { afterEach, expect, test } from 'vitest'
import { startHttpProxy } from '../../../../test/model-servers/http-proxy.ts'
import { startOpenAIServer } from '../../../../test/model-servers/openai-server.ts'
import { ModelError } from '../model-error.ts'
import { OpenAICompatibleDriver } from '../openai-compatible-driver.ts'
import type { HttpLimits } from './endpoint.ts'
import { type ProxyLookup, proxies } from './proxies.ts'

const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

async function behindProxy(credentials?: string) {
  const server = await startOpenAIServer(() => ({ text: 'Hello.' }))
  const proxy = await startHttpProxy(Number(new URL(server.origin).port), credentials)
  closers.push(proxy.close, server.close)
  return { server, proxy }
}

async function ask(
  proxyFor: ProxyLookup,
  baseUrl = 'http://model.test/v1',
  { limits, signal = new AbortController().signal }: { limits?: HttpLimits; signal?: AbortSignal } = {},
): Promise<string> {
  const settings = { base_url: baseUrl, api_key: 'sk-secret-0123456789', model: 'm' }
  const driver = new OpenAICompatibleDriver({
    name: 'Work',
    settings,
    maxOutputTokens: null,
    proxyFor,
    ...(limits && { limits }),
  })
  let said = ''
  const messages = [{ role: 'user', text: 'Hi.' }] as const
  const events = driver.stream({ system: '', messages, tools: [], signal } as never)
  for await (const event of events) if (event.type === 'text') said += event.text
  return said
}

const withPassword = (url: string, password: string) => url.replace('//', `//ada:${encodeURIComponent(password)}@`)

test('K3: a model is asked through the proxy of the environment, with its name and password', async () => {
  const { server, proxy } = await behindProxy('ada:s/ecret pass')
  const lookup = proxies({ HTTP_PROXY: withPassword(proxy.url, 's/ecret pass') })
  expect(await ask(lookup)).toBe('Hello.')
  expect(proxy.asked).toEqual(['model.test'])
  expect(server.requests[0]?.headers).not.toHaveProperty('proxy-authorization')
})

test('K3: a model on this computer is asked directly', async () => {
  const { server, proxy } = await behindProxy()
  expect(await ask(proxies({ ALL_PROXY: proxy.url }), server.baseUrl)).toBe('Hello.')
  expect(proxy.asked).toEqual([])
})

test('K3: a proxy that wants another password, or is not there, is said in a sentence without the password', async () => {
  const { proxy } = await behindProxy('ada:right')
  const named = proxies({ ALL_PROXY: withPassword(proxy.url, 'wrong-password') })
  const { host } = new URL(proxy.url)
  const said: ModelError[] = []
  for (const protocol of ['http', 'https']) {
    const wrong = await ask(named, `${protocol}://model.test/v1`).catch(error => error)
    expect(wrong).toBeInstanceOf(ModelError)
    expect(wrong).toMatchObject({ code: 'LLM_UNREACHABLE', info: { retryable: false } })
    expect(wrong.message).toContain(`The proxy ${host}, on the way to model.test, wants a name`)
    said.push(wrong)
  }
  await proxy.close()
  const gone = await ask(named).catch(error => error)
  expect(gone).toMatchObject({ code: 'LLM_UNREACHABLE', info: { retryable: true } })
  expect(gone.message).toContain(`through the proxy ${host}`)
  for (const error of [...said, gone])
    expect(JSON.stringify([error, error.info, error.message])).not.toContain('wrong-password')
})

test('K3: when the system cannot say, the way is direct', async () => {
  const { server } = await behindProxy()
  const lookup = proxies({}, () => Promise.reject(new Error('no answer')))
  expect(await lookup('https://api.example.com')).toBeNull()
  expect(await ask(lookup, server.baseUrl)).toBe('Hello.')
})

test('K3: a password that stands in the environment as it is, with its own %, opens the proxy', async () => {
  for (const password of ['50%off', '100%', '%ff%2F']) {
    const { proxy } = await behindProxy(`ada:${password}`)
    expect(await ask(proxies({ HTTP_PROXY: proxy.url.replace('//', `//ada:${password}@`) }))).toBe('Hello.')
  }
})

test.each([
  'proxy.test:port',
  'http://ada:se/cret@proxy.test:1',
  'http://ada:secret@proxy.test:99999',
  'ftp://proxy.test',
])('K3: the proxy %s is said to be no address, without its password', async named => {
  const error = await ask(proxies({ ALL_PROXY: named })).catch(error => error)
  expect(error).toMatchObject({ code: 'LLM_UNREACHABLE', info: { retryable: false } })
  expect(error.message).toMatch(/^The proxy on the way to model\.test, “proxy\.test[^@]*”, is no address\./)
  expect(JSON.stringify([error, error.message])).not.toMatch(/se\/?cret/)
})

test('B137: a proxy lookup that never answers ends with the time limit, and with Stop', async () => {
  const limits = { idleMs: 100, totalMs: 20_000 }
  const never: ProxyLookup = () => new Promise(() => {})
  expect(await ask(never, undefined, { limits }).catch(error => error)).toMatchObject({ code: 'LLM_TIMEOUT' })
  const stop = new AbortController()
  const asked: ProxyLookup = () => {
    stop.abort()
    return never('')
  }
  expect(await ask(asked, undefined, { signal: stop.signal }).catch(error => error)).toMatchObject({
    code: 'LLM_ABORTED',
  })
})
