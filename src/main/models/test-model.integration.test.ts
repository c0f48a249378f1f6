import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startAnthropicServer } from '../../../test/model-servers/anthropic-server.ts'
import { type OpenAIRequest, startOpenAIServer } from '../../../test/model-servers/openai-server.ts'
import type { Script, ScriptedTurn, ServerOptions } from '../../../test/model-servers/script.ts'
import { collectTurn, request } from '../../../test/streams/collect.ts'
import { EventBus } from '../events/event-bus.ts'
import { createFileVault } from '../settings/file-vault.ts'
import { type Database, openDatabase } from '../storage/open-database.ts'
import { createAgent } from '../storage/testing/create-agent.ts'
import { discoverLocalModels } from './discover-local-models.ts'
import { DriverFactory } from './driver-factory.ts'
import { ModelConfigStore } from './model-config-store.ts'
import { testModel } from './test-model.ts'

const KEY = 'sk-test-0123456789abcdef'
const CALL: ScriptedTurn = { calls: [{ name: 'calculator', arguments: { expression: '2+3' } }] }
let folder: string
let database: Database
let store: ModelConfigStore
let factory: DriverFactory
const servers: { close(): Promise<void> }[] = []

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'spora-models-'))
  open()
})

function open(): void {
  database = openDatabase(join(folder, 'spora.db'))
  store = new ModelConfigStore({ database, vault: createFileVault(join(folder, 'vault.key')), events: new EventBus() })
  factory = new DriverFactory(store)
}

/** As after a restart of the app. */
function reopen(): void {
  database.close()
  open()
}

/** A new one of the default model, as an agent gets it. */
function driver() {
  const { id } = createAgent(database)
  return new DriverFactory(store).driverFor(id).driver
}

afterEach(async () => {
  await Promise.all(servers.splice(0).map(server => server.close()))
  database.close()
  rmSync(folder, { recursive: true, force: true })
})

async function serve(script: Script<OpenAIRequest>, options?: ServerOptions) {
  const server = await startOpenAIServer(script, options)
  servers.push(server)
  return server
}

function draft(baseUrl: string, settings: Record<string, unknown> = {}) {
  const all = { base_url: baseUrl, api_key: KEY, model: 'scripted', ...settings }
  return { name: 'Work model', driver: 'openai_compatible', settings: all }
}

test('M3: a good endpoint: it is reached, lists its models, streams and calls the tool', async () => {
  const server = await serve([CALL], { models: ['one', 'two'], apiKey: KEY })
  const result = await testModel(factory, draft(server.baseUrl))
  expect(result).toMatchObject({ ok: true, models: ['one', 'two'], streams: true, calls_tools: true, error: null })
  expect(result.latency_ms).toBeGreaterThanOrEqual(0)
  expect(result.steps.map(step => [step.name, step.ok])).toEqual([
    ['Models', true],
    ['Answer', true],
    ['Tools', true],
  ])
})

test('M3: the same with the Anthropic format and with the Practice model', async () => {
  const server = await startAnthropicServer([CALL], { models: ['one'], apiKey: KEY })
  servers.push(server)
  const result = await testModel(factory, { ...draft(server.baseUrl), driver: 'anthropic_compatible' })
  expect(result).toMatchObject({ ok: true, models: ['one'], streams: true, calls_tools: true })
  const practice = await testModel(factory, { name: 'P', driver: 'practice', settings: {} })
  expect(practice).toMatchObject({ ok: true, models: null, streams: true, calls_tools: true })
})

test('M3: a form without a model is tried with the first one the endpoint lists', async () => {
  const server = await serve([CALL], { models: ['one', 'two'], apiKey: KEY })
  expect(await testModel(factory, draft(server.baseUrl, { model: '' }))).toMatchObject({
    ok: true,
    models: ['one', 'two'],
  })
  expect(server.requests[0]?.body.model).toBe('one')
  const listless = await serve([CALL], { models: [], apiKey: KEY })
  const result = await testModel(factory, draft(listless.baseUrl, { model: '' }))
  expect(result).toMatchObject({ ok: false, error: { code: 'LLM_MODEL_NOT_FOUND' } })
  expect(listless.requests).toEqual([])
})

test('M3: a test that fails keeps the list; a first model that cannot chat asks for a choice', async () => {
  const models = ['babbage-002', 'gpt-5']
  const message = 'This is not a chat model and thus not supported in the v1/chat/completions endpoint.'
  const body = JSON.stringify({ error: { message } })
  const server = await serve(
    ({ model }) => (model === 'gpt-5' ? CALL : { fault: { kind: 'status', status: 404, body } }),
    { models },
  )
  const unchosen = await testModel(factory, draft(server.baseUrl, { model: '' }))
  expect(unchosen).toMatchObject({ ok: false, models, error: { code: 'LLM_MODEL_NOT_FOUND', raw: message } })
  expect(unchosen.error?.message).toContain('Choose the model you want')
  const wrong = await testModel(factory, draft(server.baseUrl, { model: 'babbage-002' }))
  expect(wrong).toMatchObject({ ok: false, models })
  expect(wrong.error?.message).toContain('babbage-002')
  expect(await testModel(factory, draft(server.baseUrl, { model: 'gpt-5' }))).toMatchObject({ ok: true, models })
  // What is not the model's fault is told as what it is.
  const closed = await serve(() => ({ fault: { kind: 'status', status: 401 } }), { models })
  const refused = await testModel(factory, draft(closed.baseUrl, { model: '' }))
  expect(refused).toMatchObject({ ok: false, models, error: { code: 'LLM_AUTH' } })
})

test('M3: it says what a model cannot do', async () => {
  const talks = await serve([{ text: '5', whole: true }])
  expect(await testModel(factory, draft(talks.baseUrl))).toMatchObject({ ok: true, streams: false, calls_tools: false })
  const body = '{"error":{"message":"gemma does not support tools"}}'
  const refuses = await serve([{ fault: { kind: 'status', status: 400, body } }, { text: '5' }])
  const result = await testModel(factory, draft(refuses.baseUrl))
  expect(result).toMatchObject({ ok: true, streams: true, calls_tools: false })
  expect(result.steps.at(-1)?.message).toContain('cannot use tools')
})

test('H8, H10: what a test or a chat met is known from then on, also after a restart; Test asks again', async () => {
  const refuse = (param: string): ScriptedTurn => ({
    fault: {
      kind: 'status',
      status: 400,
      body: JSON.stringify({ error: { message: `Unsupported: '${param}'.`, param } }),
    },
  })
  let picky = true
  const server = await serve(body => {
    if (picky && body.temperature !== undefined) return refuse('temperature')
    if (picky && body.stream_options !== undefined) return refuse('stream_options')
    return CALL
  })
  const form = draft(server.baseUrl, { temperature: 0.5 })
  const result = await testModel(factory, form)
  expect(result.steps.at(-1)).toMatchObject({
    name: 'Parameters',
    message: 'It refuses temperature, stream_options, and is asked without.',
  })
  const { id } = store.save(form)
  const known = { tools: 'calls', refused_parameters: ['temperature', 'stream_options'] }
  expect(store.get(id)).toMatchObject(known)

  // The next start asks without at once; what it meets itself is kept as well.
  const asked = () => server.requests.length
  const answer = async () => {
    const before = asked()
    const { error } = await collectTurn(driver())
    expect(error).toBeNull()
    return asked() - before
  }
  reopen()
  expect(await answer()).toBe(1)
  store.save({ ...form, id, settings: { ...form.settings, timeout: 99 } })
  expect(store.get(id)).toMatchObject({ tools: null, refused_parameters: [] })
  expect(await answer()).toBe(3)
  expect(store.get(id)).toMatchObject({ tools: null, refused_parameters: ['temperature', 'stream_options'] })
  expect(await answer()).toBe(1)

  // The server has learnt to take them: only a test finds out.
  picky = false
  const { api_key: _, ...settings } = { ...form.settings, timeout: 99 }
  await testModel(factory, { ...form, id, settings })
  expect(store.get(id)).toMatchObject({ tools: 'calls', refused_parameters: [] })
  await answer()
  expect(server.requests.at(-1)?.body).toMatchObject({ temperature: 0.5 })
})

test('H8: a server that refuses tools is known to; one that ends the test in an error tells nothing', async () => {
  const body = '{"error":{"message":"registry.ollama.ai/library/gemma does not support tools"}}'
  const tool = { wireName: 'time', description: 'Tells the time.', parameters: { type: 'object', properties: {} } }
  let down = false
  const server = await serve(({ tools }) => {
    if (down) return { fault: { kind: 'status', status: 401 } }
    return tools ? { fault: { kind: 'status', status: 400, body } } : { text: '5' }
  })
  const form = draft(server.baseUrl)
  const { id } = store.save(form)
  expect((await collectTurn(driver(), request({ tools: [tool] }))).error).toMatchObject({ code: 'LLM_NO_TOOLS' })
  expect(store.get(id).tools).toBe('refuses')
  down = true
  const { api_key: _, ...settings } = form.settings
  expect(await testModel(factory, { ...form, id, settings })).toMatchObject({ ok: false })
  expect(store.get(id).tools).toBe('refuses')
})

test('H8, H10: a request that was on its way during a test adds to what the test found', async () => {
  let picky = false
  const body = JSON.stringify({ error: { message: "Unsupported: 'temperature'.", param: 'temperature' } })
  const server = await serve(({ temperature }) =>
    picky && temperature !== undefined ? { fault: { kind: 'status', status: 400, body } } : CALL,
  )
  const form = draft(server.baseUrl, { temperature: 0.5 })
  const { id } = store.save(form)
  const early = driver()
  const { api_key: _, ...settings } = form.settings
  await testModel(factory, { ...form, id, settings })
  picky = true
  expect((await collectTurn(early)).error).toBeNull()
  expect(store.get(id)).toMatchObject({ tools: 'calls', refused_parameters: ['temperature'] })
})

test('M3, R14: a model that answers is good, also when what was found out cannot be written down', async () => {
  const server = await serve([CALL])
  const { id } = store.save(draft(server.baseUrl))
  const { api_key: _, ...settings } = draft(server.baseUrl).settings
  database.sqlite.pragma('query_only = 1')
  expect(await testModel(factory, { ...draft(server.baseUrl), id, settings })).toMatchObject({
    ok: true,
    calls_tools: true,
    error: null,
  })
})

test.each([
  ['refuses', { fault: { kind: 'status', status: 400, body: '{"error":{"message":"x does not support tools"}}' } }],
  ['ignores', { text: '5' }],
] as const)('H8: a model that %s tools, and calls one that it is offered later, calls tools', async (known, before) => {
  let able = false
  const server = await serve(({ tools }) => (able ? CALL : tools ? before : { text: '5' }))
  const form = draft(server.baseUrl)
  await testModel(factory, form)
  const { id } = store.save(form)
  expect(store.get(id).tools).toBe(known)
  able = true
  // What it makes up without having been offered anything says nothing.
  await collectTurn(driver(), request())
  expect(store.get(id).tools).toBe(known)
  const calculator = {
    wireName: 'calculator',
    description: 'Calculates.',
    parameters: { type: 'object', properties: {} },
  }
  await collectTurn(driver(), request({ tools: [calculator] }))
  expect(store.get(id).tools).toBe('calls')
})

test('M3: it never throws, and says what is wrong', async () => {
  const server = await serve([{ fault: { kind: 'html' } }], { apiKey: KEY })
  const wrongKey = await testModel(factory, draft(server.baseUrl, { api_key: 'wrong-key-123' }))
  expect(wrongKey).toMatchObject({ ok: false, error: { code: 'LLM_AUTH' }, steps: [{ name: 'Reach', ok: false }] })
  const page = await testModel(factory, draft(server.baseUrl))
  expect(page).toMatchObject({ ok: false, error: { code: 'LLM_NOT_JSON' } })
  const invalid = await testModel(factory, draft('no address'))
  expect(invalid).toMatchObject({ ok: false, error: { code: 'SETTING_INVALID' } })
  const hangs = await serve([{ fault: { kind: 'hang' } }])
  const limits = { idleMs: 200, totalMs: 500 }
  const silent = await testModel(factory, draft(hangs.baseUrl), { limits })
  expect(silent).toMatchObject({ ok: false, error: { code: 'LLM_TIMEOUT' } })
  await server.close()
  const gone = await testModel(factory, draft(server.baseUrl))
  expect(gone).toMatchObject({ ok: false, error: { code: 'LLM_UNREACHABLE' } })
  // It stands in no settings yet.
  expect(gone.error?.message).toMatch(/base URL of this configuration\.$/)
})

test('B162: a stored key that cannot be opened is asked for; the endpoint is not blamed for it', async () => {
  const server = await serve(() => CALL, { apiKey: KEY })
  const { id } = store.save(draft(server.baseUrl))
  const another = createFileVault(join(folder, 'another.key'))
  const locked = new DriverFactory(new ModelConfigStore({ database, vault: another, events: new EventBus() }))
  const { api_key: _, ...settings } = draft(server.baseUrl).settings
  const kept = { ...draft(server.baseUrl), id, settings }
  expect(await testModel(locked, kept)).toMatchObject({ ok: false, error: { code: 'SECRET_NEEDS_REENTRY' } })
  expect(server.requests).toEqual([])
  expect(await testModel(locked, { ...draft(server.baseUrl), id })).toMatchObject({ ok: true })
  expect(await testModel(factory, kept)).toMatchObject({ ok: true })
})

test('B156: trying a changed address does not send the stored key there', async () => {
  const trusted = await serve([CALL])
  const other = await serve([CALL])
  const { id } = store.save(draft(trusted.baseUrl))
  const { api_key: _, ...settings } = draft(other.baseUrl).settings
  await testModel(factory, { ...draft(other.baseUrl), id, settings })
  expect(JSON.stringify(other.requests)).not.toContain(KEY)
  const same = draft(trusted.baseUrl)
  await testModel(factory, { ...same, id, settings: { base_url: trusted.baseUrl, model: 'scripted' } })
  expect(trusted.requests[0]?.headers.authorization).toBe(`Bearer ${KEY}`)
})

test('M3: servers on this computer are found on their ports, silence is none', async () => {
  const server = await serve([], { models: ['llama', 'qwen'] })
  const port = Number(new URL(server.origin).port)
  const deaf = await serve([], {})
  await deaf.close()
  const found = await discoverLocalModels([
    { port, name: 'Ollama' },
    { port: Number(new URL(deaf.origin).port), name: 'LM Studio' },
  ])
  expect(found).toEqual([{ name: 'Ollama', base_url: `http://127.0.0.1:${port}/v1`, models: ['llama', 'qwen'] }])
})
