import { mkdtempSync, readdirSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { everyForm, type Hit, scan } from '../../e2e/secrets/canaries.ts'
import { apiError } from '../../src/main/api/api-error.ts'
import { EventBus } from '../../src/main/events/event-bus.ts'
import { createLogger } from '../../src/main/log/create-logger.ts'
import { AnthropicCompatibleDriver } from '../../src/main/models/anthropic-compatible-driver.ts'
import { DriverFactory } from '../../src/main/models/driver-factory.ts'
import { ModelConfigStore } from '../../src/main/models/model-config-store.ts'
import type { ModelDriver } from '../../src/main/models/model-driver.ts'
import { OpenAICompatibleDriver } from '../../src/main/models/openai-compatible-driver.ts'
import { testModel } from '../../src/main/models/test-model.ts'
import { World } from '../../src/main/orchestrator/testing/world.ts'
import { createFileVault } from '../../src/main/settings/file-vault.ts'
import { openDatabase } from '../../src/main/storage/open-database.ts'
import { collectTurn } from '../streams/collect.ts'

/* What goes wrong with a key in hand, and everything that is then said, stored or logged about it. */

const KEY = 'sk-canary/7Q"+x9-éÜ-0123456789'
const LIMITS = { idleMs: 250, totalMs: 2_000 }
const DRIVERS = { openai_compatible: OpenAICompatibleDriver, anthropic_compatible: AnthropicCompatibleDriver } as const
type Kind = keyof typeof DRIVERS

/** An answer that says the key in every form there is. */
const said = (status: number, body: (forms: string) => string, headers: Record<string, string> = {}) => ({
  status,
  body: body(everyForm(KEY)),
  headers: { 'content-type': 'application/json', 'set-cookie': `key=${encodeURIComponent(KEY)}`, ...headers },
})
const errorBody = (forms: string) =>
  JSON.stringify({ error: { message: `Bad key ${forms}`, type: forms, code: forms } })

const ANSWERS: Readonly<Record<string, ReturnType<typeof said> | 'silence' | 'cut'>> = {
  'status 400': said(400, errorBody),
  'status 401': said(401, errorBody),
  'status 403': said(403, forms => `Forbidden: ${forms}`),
  'status 404': said(404, errorBody),
  'status 429': said(429, errorBody, { 'retry-after': encodeURIComponent(KEY) }),
  'status 500': said(500, forms => `<h1>${forms}</h1>`),
  'a redirect': said(307, String, { location: `https://elsewhere.test/?key=${encodeURIComponent(KEY)}` }),
  'an error with status 200': said(200, errorBody),
  'a login page': said(200, forms => `<title>${forms}</title>`, { 'content-type': 'text/html' }),
  'JSON that breaks off': said(200, forms => `{"choices":[{"message":{"content":${JSON.stringify(forms)}`),
  'an error in the stream': said(200, forms => `data: ${errorBody(forms)}\n\n`),
  silence: 'silence',
  'a connection that breaks': 'cut',
}

const server = createServer((request: IncomingMessage, response: ServerResponse) => {
  const answer = ANSWERS[decodeURIComponent(request.url?.split('/')[1] ?? '')]
  request.resume()
  if (answer === undefined || answer === 'silence') return
  if (answer === 'cut') return void request.socket.destroy()
  response.writeHead(answer.status, answer.headers).end(answer.body)
})
const folder = mkdtempSync(join(tmpdir(), 'spora-errors-'))
const database = openDatabase(join(folder, 'spora.db'))
const vault = createFileVault(join(folder, 'vault.key'))
const factory = new DriverFactory(new ModelConfigStore({ database, vault, events: new EventBus() }))
const log = createLogger(join(folder, 'logs'))
let origin = ''
let driver: ModelDriver
let world: World

beforeAll(async () => {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  world = new World({ driverFor: () => driver, limits: { modelRetries: 1 } })
})
afterAll(async () => {
  await world.close()
  log.close()
  database.close()
  rmSync(folder, { recursive: true, force: true })
  server.close()
  server.closeAllConnections()
})

/** Every address a request can fail at: of the server above, and of nobody. */
const failures = (): [string, string][] => [
  ...Object.keys(ANSWERS).map((name): [string, string] => [name, `${origin}/${encodeURIComponent(name)}`]),
  ['no TLS there', origin.replace('http:', 'https:')],
]

/** What a person can get wrong in a form with a key in it. */
const MISTAKES: readonly (readonly [string, object])[] = [
  ['a key in the address', { base_url: `http://ada:${encodeURIComponent(KEY)}@127.0.0.1:9/` }],
  ['no address', { base_url: `not an address ${KEY}` }],
  ['a key in a field that is none', { [KEY]: KEY }],
  ['a key for a number', { temperature: KEY }],
]

/** As printed by careless code, as answered to a window, and as written to the log. */
function everythingOf(error: unknown): string {
  const logged: unknown[] = []
  const answered = apiError(error, each => logged.push(each))
  log.error(error)
  for (const each of logged) log.error(each)
  const shown = error instanceof Error ? [error.stack, error.message, String(error)] : []
  return [...shown, inspect(error, { depth: 9, showHidden: true }), inspect(answered, { depth: 9 })].join('\n')
}

test('R4, T-SECR-04: whatever fails with a key in hand, the key is in nothing that is said, stored or logged about it', async () => {
  const hits: Hit[] = []
  let failed = 0
  const check = (what: string, text: string) => {
    failed++
    hits.push(...scan({ [what]: KEY }, { said: new Map([[what, Buffer.from(text)]]) }).hits)
  }
  for (const kind of Object.keys(DRIVERS) as Kind[]) {
    for (const [what, base_url] of failures()) {
      const settings = { base_url, api_key: KEY, model: 'm' }
      const result = await testModel(factory, { name: 'Work', driver: kind, settings }, { limits: LIMITS })
      expect(result.ok, `${what}: ${JSON.stringify(result)}`).toBe(false)
      check(`test, ${kind}, ${what}`, inspect(result, { depth: 9 }))

      driver = new DRIVERS[kind]({ name: 'Work', settings, maxOutputTokens: null, limits: LIMITS })
      const task = await world.ask(what)
      expect(task.status, what).toBe('FAILED')
      const { error: thrown } = await collectTurn(driver)
      expect(thrown).toBeInstanceOf(Error)
      check(`chat, ${kind}, ${what}`, `${JSON.stringify(task)}\n${everythingOf(thrown)}`)
    }
    for (const [what, wrong] of MISTAKES) {
      const settings = { base_url: origin, api_key: KEY, model: 'm', ...wrong }
      const result = await testModel(factory, { name: 'Work', driver: kind, settings })
      expect(result.ok, what).toBe(false)
      check(`form, ${kind}, ${what}`, inspect(result, { depth: 9 }))
    }
  }
  const stored = [world.folder, join(folder, 'logs'), folder].flatMap(from =>
    readdirSync(from, { withFileTypes: true })
      .filter(entry => entry.isFile())
      .map(entry => [entry.name, readFileSync(join(from, entry.name))] as const),
  )
  hits.push(...scan({ key: KEY }, { files: new Map(stored) }).hits)
  writeSync(1, `T-SECR-04: ${failed} failures, ${hits.length} hits\n`)
  expect(hits).toEqual([])
  expect(failed).toBeGreaterThanOrEqual(60)
})

test('R4, T-SECR-04: the same scan finds a key that an error carries along', () => {
  const careless = new Error('Failed.', { cause: { headers: { authorization: `Bearer ${KEY}` } } })
  const printed = Buffer.from(inspect(careless, { depth: 9 }))
  expect(scan({ key: KEY }, { said: new Map([['error', printed]]) }).hits.length).toBeGreaterThan(0)
  log.error(careless)
  const logged = readFileSync(join(folder, 'logs/spora.log'))
  expect(scan({ key: KEY }, { log: new Map([['log', logged]]) }).hits).toEqual([])
})
