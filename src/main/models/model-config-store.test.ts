import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { JsonValue } from '@spora/sdk'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ModelDraft } from '../../shared/contract/models.ts'
import type { SporaError } from '../../shared/spora-error.ts'
import { EventBus } from '../events/event-bus.ts'
import { createFileVault } from '../settings/file-vault.ts'
import { type Database, openDatabase } from '../storage/open-database.ts'
import { llmDriverConfigurations, preferences } from '../storage/schema.ts'
import { createAgent } from '../storage/testing/create-agent.ts'
import { DriverFactory } from './driver-factory.ts'
import { ModelConfigStore } from './model-config-store.ts'

const KEY = 'sk-canary-0123456789'
let folder: string
let database: Database
let store: ModelConfigStore
let factory: DriverFactory

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

afterEach(() => {
  database.close()
  rmSync(folder, { recursive: true, force: true })
})

function draft(settings: Record<string, JsonValue | null> = {}, more: Partial<ModelDraft> = {}): ModelDraft {
  const all = { base_url: 'https://api.example.com/v1', api_key: KEY, model: 'big-1', ...settings }
  return { name: 'Work model', driver: 'openai_compatible', settings: all, ...more }
}

const agent = (llmConfigId: number | null = null): number => createAgent(database, llmConfigId).id

function refusal(action: () => unknown): { code: string; fields: unknown; message: string } {
  try {
    action()
  } catch (error) {
    const { code, details, message } = error as SporaError
    return { code, fields: details.fields, message }
  }
  throw new Error('It was not refused.')
}

test('M1: each kind of model declares its settings on its class', () => {
  const kinds = store.drivers()
  expect(kinds.map(kind => [kind.driver, kind.is_ai])).toEqual([
    ['practice', false],
    ['openai_compatible', true],
    ['anthropic_compatible', true],
  ])
  const keys = kinds[1]?.settings_schema.map(
    setting => `${setting.key} ${setting.type}${setting.required ? ' required' : ''}`,
  )
  expect(keys).toContain('base_url url required')
  expect(keys).toContain('api_key password')
  expect(keys).toContain('model text required')
})

test('M1: a saved configuration shows everything but its secrets', () => {
  const saved = store.save({ ...draft({ temperature: 0.5 }), context_window: 128_000 })
  expect(saved).toMatchObject({
    name: 'Work model',
    driver_name: 'OpenAI-compatible',
    is_default: true,
    settings: { base_url: 'https://api.example.com/v1', model: 'big-1', temperature: 0.5 },
    secrets: { api_key: { set: true, needs_reentry: false } },
    context_window: 128_000,
  })
  expect(JSON.stringify(store.list())).not.toContain(KEY)
  expect(store.decodeSettings(saved.id).settings).toMatchObject({ api_key: KEY, timeout: 600, idle_timeout: 90 })
})

test('R4: a key never stands in the database in clear', () => {
  store.save(draft())
  database.sqlite.pragma('wal_checkpoint(TRUNCATE)')
  expect(readFileSync(join(folder, 'spora.db')).includes(KEY)).toBe(false)
})

test('M1: a secret left out stays, null removes it', () => {
  const { id } = store.save(draft())
  store.save(draft({ model: 'big-2', api_key: undefined as unknown as null }, { id }))
  expect(store.decodeSettings(id).settings).toMatchObject({ api_key: KEY, model: 'big-2' })
  const without = store.save(draft({ api_key: null }, { id }))
  expect(without.secrets.api_key).toMatchObject({ set: false, needs_reentry: false })
  expect(store.decodeSettings(id).settings).not.toHaveProperty('api_key')
})

test('B156: another origin does not get the stored key; it is asked for again', () => {
  const { id } = store.save(draft())
  const { api_key: _, ...settings } = draft().settings
  const moved = { ...settings, base_url: 'https://elsewhere.example.org/v1' }
  expect(store.decodeDraft({ ...draft(), id, settings: moved }).settings).not.toHaveProperty('api_key')
  const saved = store.save({ ...draft(), id, settings: moved })
  expect(saved.secrets.api_key).toMatchObject({ set: false, needs_reentry: true })
  expect(refusal(() => store.decodeSettings(id)).code).toBe('SECRET_NEEDS_REENTRY')
  store.save(draft({ base_url: 'https://elsewhere.example.org/v1', api_key: 'sk-new-key-123456' }, { id }))
  expect(store.decodeSettings(id).settings.api_key).toBe('sk-new-key-123456')
})

test('B156: the same origin with another path keeps the key', () => {
  const { id } = store.save(draft())
  store.save({ ...draft(), id, settings: { base_url: 'https://api.example.com/v2', model: 'big-1' } })
  expect(store.decodeSettings(id).settings.api_key).toBe(KEY)
})

test('B154: a key over http:// to another computer needs a word from the person', () => {
  const remote = { base_url: 'http://models.example.com/v1' }
  expect(refusal(() => store.save(draft(remote)))).toMatchObject({
    code: 'SETTING_INVALID',
    fields: [{ key: 'base_url', code: 'SETTING_UNPROTECTED' }],
  })
  expect(store.save(draft({ ...remote, allow_insecure: true })).id).toBeGreaterThan(0)
  expect(store.save(draft({ ...remote, api_key: null })).id).toBeGreaterThan(0)
  expect(store.save(draft({ base_url: 'http://127.0.0.1:11434/v1' })).id).toBeGreaterThan(0)
})

test('B154: what is refused changes nothing; a key that comes later is refused as well; trying it out is sending it', () => {
  const { id } = store.save(draft())
  const before = database.orm.select().from(llmDriverConfigurations).all()
  const open = draft({ base_url: 'http://models.example.com/v1' }, { id })
  for (const attempt of [() => store.save(open), () => store.decodeDraft(open)])
    expect(refusal(attempt)).toMatchObject({ fields: [{ key: 'base_url', code: 'SETTING_UNPROTECTED' }] })
  expect(database.orm.select().from(llmDriverConfigurations).all()).toEqual(before)
  const keyless = store.save(draft({ base_url: 'http://models.example.com/v1', api_key: null }))
  const later = draft({ base_url: 'http://models.example.com/v1' }, { id: keyless.id })
  expect(refusal(() => store.save(later)).fields).toMatchObject([{ code: 'SETTING_UNPROTECTED' }])
  expect(store.get(keyless.id).secrets.api_key?.set).toBe(false)
})

test('B156: the key that is cleared is gone from the file', () => {
  const { id } = store.save(draft())
  const envelopes = () => JSON.stringify(database.orm.select().from(llmDriverConfigurations).all()).match(/\\"ct\\":/g)
  expect(envelopes()).toHaveLength(1)
  store.save({ ...draft(), id, settings: { base_url: 'https://elsewhere.example.org/v1', model: 'big-1' } })
  expect(envelopes()).toBeNull()
})

test('C3: a bad form is refused as a whole, each problem beside its field, and nothing changes', () => {
  const { id } = store.save(draft())
  const bad = draft({ base_url: 'example', model: '  ', temperature: 9, api_key: 'a\r\nb', colour: 'red' }, { id })
  const { code, fields, message } = refusal(() => store.save(bad))
  expect(code).toBe('SETTING_INVALID')
  expect(message.length).toBeLessThan(500)
  expect((fields as { key: string; code: string }[]).map(field => `${field.key} ${field.code}`)).toEqual([
    'base_url SETTING_URL',
    'api_key SETTING_SECRET_CHARS',
    'temperature SETTING_RANGE',
    'colour SETTING_UNKNOWN',
    'model SETTING_REQUIRED',
  ])
  expect(JSON.stringify(fields)).not.toContain('a\r\nb')
  expect(store.decodeSettings(id).settings).toMatchObject({ model: 'big-1', api_key: KEY })
})

test.each(['\u200b', '\ufeff', '\u2060', '\u00ad', '\u00a0', '…', '‘', 'к', '🔑'])(
  'B151: a key with %j in it cannot be sent, and is neither stored nor tried',
  odd => {
    const form = draft({ api_key: `sk-0123${odd}456789` })
    for (const attempt of [() => store.save(form), () => store.decodeDraft(form)]) {
      const { code, fields } = refusal(attempt)
      expect(code).toBe('SETTING_INVALID')
      expect(fields).toMatchObject([{ key: 'api_key', code: 'SETTING_SECRET_CHARS' }])
    }
    expect(store.save(draft({ api_key: 'sk-pä$$ ~ÿ' })).secrets.api_key?.set).toBe(true)
  },
)

test('C3: pasted spaces and line ends around a value do not count', () => {
  const { id } = store.save(draft({ api_key: ` ${KEY}\n`, base_url: ' https://api.example.com/v1 ' }))
  expect(store.decodeSettings(id).settings).toMatchObject({ api_key: KEY, base_url: 'https://api.example.com/v1' })
})

test('B157: keys of an older version stay and are never used', () => {
  const { id } = store.save(draft())
  const row = database.orm.select().from(llmDriverConfigurations).get()
  database.orm
    .update(llmDriverConfigurations)
    .set({ settings: { ...row?.settings, old_one: 'x' } })
    .run()
  store.save(draft({ model: 'big-2' }, { id }))
  expect(database.orm.select().from(llmDriverConfigurations).get()?.settings.old_one).toBe('x')
  expect(store.decodeSettings(id).settings).not.toHaveProperty('old_one')
  expect(store.get(id).settings).not.toHaveProperty('old_one')
})

test('M1: an agent gets its own model, else its owner’s preference, else the default, else a clear error', () => {
  const first = agent()
  expect(refusal(() => factory.driverFor(first))).toMatchObject({ code: 'NO_LLM_CONFIGURATION' })
  const standard = store.save(draft({}, { name: 'Standard' }))
  const preferred = store.save(draft({}, { name: 'Preferred' }))
  const own = store.save(draft({}, { name: 'Own' }))
  expect(store.list().map(config => config.is_default)).toEqual([true, false, false])
  expect(factory.driverFor(first).config).toMatchObject({ id: standard.id, name: 'Standard' })
  database.orm
    .insert(preferences)
    .values({ userId: 1, settings: { llm_config_id: preferred.id } })
    .run()
  expect(factory.driverFor(first).config.name).toBe('Preferred')
  const second = agent(own.id)
  expect(factory.driverFor(second).config.name).toBe('Own')
  expect(store.get(own.id).used_by_agents).toBe(1)
  expect(store.remove(own.id)).toEqual({ removed: true })
  expect(factory.driverFor(second).config.name).toBe('Preferred')
  store.remove(preferred.id)
  expect(factory.driverFor(second).config.name).toBe('Standard')
})

test('M1: one default at a time', () => {
  const one = store.save(draft())
  const two = store.save({ ...draft(), is_default: true })
  expect(store.list().map(config => config.is_default)).toEqual([false, true])
  expect(store.setDefault(one.id).is_default).toBe(true)
  expect(store.get(two.id).is_default).toBe(false)
  expect(refusal(() => store.setDefault(99)).code).toBe('MODEL_NOT_FOUND')
})

test('H8, H10: what was found out holds for one model with these settings, over a restart, and for no other', () => {
  const { id } = store.save(draft())
  const found = { tools: 'refuses', refused: ['temperature'] } as const
  const nothing = { tools: null, refused_parameters: [] }
  const learn = () => store.learnt(id, store.decodeSettings(id).settingsHash, found)
  const shown = { tools: 'refuses', refused_parameters: ['temperature'] }
  expect(store.get(id)).toMatchObject(nothing)
  learn()
  expect(store.get(id)).toMatchObject(shown)
  // The name, the limits, how long it may take and what it costs are no settings of the endpoint.
  const unheard = { input_price: 3, output_price: 15, timeout: 30, idle_timeout: 20 }
  const same = { ...draft(unheard), id, name: 'Renamed', max_output_tokens: 9 }
  const { api_key: _, ...kept } = same.settings
  expect(store.save({ ...same, settings: kept })).toMatchObject(shown)
  reopen()
  expect(store.get(id)).toMatchObject(shown)
  expect(store.decodeSettings(id).traits).toEqual(found)
  // Another model of the same server, another key of it: nobody knows.
  expect(store.save({ ...same, settings: { ...kept, model: 'big-2' } })).toMatchObject(nothing)
  learn()
  expect(store.get(id)).toMatchObject(shown)
  expect(store.save(draft({ model: 'big-2', api_key: 'sk-another-0123456' }, { id }))).toMatchObject(nothing)
  // A driver that was made of other settings has nothing to say.
  store.learnt(id, 'of other settings', found)
  expect(store.get(id)).toMatchObject(nothing)
  expect(store.save(draft({}, { name: 'Another' }))).toMatchObject(nothing)
})

test('H8: what the test of a form found is kept once the form is saved as it was tested', () => {
  const able = { tools: 'calls', refused: [] } as const
  store.tested(draft(), able)
  expect(store.save(draft({ model: 'another' }, { name: 'Another' })).tools).toBeNull()
  const { id } = store.save(draft())
  expect(store.get(id).tools).toBe('calls')
  const practice = { name: 'Practice', driver: 'practice', settings: {} }
  store.tested(practice, able)
  expect(store.save(practice).tools).toBe('calls')
  expect(store.thatCallTools()).toEqual(['Work model'])
  expect(store.save(draft({}, { name: 'Twin' })).tools).toBeNull()
  // Of a stored one it takes the place of what was known, at once, and drivers are made anew.
  const { version } = store
  const { api_key: _, ...settings } = draft().settings
  store.tested({ ...draft(), id, settings }, { tools: 'ignores', refused: ['max_tokens'] })
  expect(store.get(id)).toMatchObject({ tools: 'ignores', refused_parameters: ['max_tokens'] })
  expect(store.version).toBeGreaterThan(version)
  store.remove(id)
  const gone = database.sqlite.prepare('SELECT count(*) FROM llm_model_findings WHERE config_id = ?').pluck().get(id)
  expect(gone).toBe(0)
})

test('M4: the Practice model needs no setting at all', () => {
  const saved = store.save({ name: 'Practice', driver: 'practice', settings: {} })
  expect(saved).toMatchObject({ is_ai: false, is_default: true, driver_name: 'Practice model' })
  expect(factory.driverFor(agent()).driver.provider).toBe('practice')
  expect(store.info(saved.id)).toEqual({ id: saved.id, name: 'Practice', is_ai: false })
  expect(store.info(99)).toBeNull()
})

test('M1: an unknown kind of model is refused, and a stored one is told', () => {
  expect(refusal(() => store.save({ name: 'X', driver: 'telepathy', settings: {} })).code).toBe('VALIDATION_ERROR')
  store.save(draft())
  database.orm.update(llmDriverConfigurations).set({ driver: 'telepathy' }).run()
  expect(store.list()[0]?.driver_name).toBe('telepathy')
  expect(refusal(() => factory.driverFor(agent())).code).toBe('NO_LLM_CONFIGURATION')
})

test('H8: what a form found that was left unsaved does not come back over what was found out later', () => {
  const { id } = store.save(draft())
  const { api_key: _, ...settings } = draft().settings
  const known = { ...draft(), id, settings }
  // Tried with another key, and left.
  store.tested(draft({ api_key: 'sk-another-0123456' }, { id }), { tools: 'refuses', refused: [] })
  store.tested(known, { tools: 'calls', refused: [] })
  expect(store.save({ ...known, name: 'Renamed' }).tools).toBe('calls')
  store.tested(draft({ api_key: 'sk-another-0123456' }, { id }), { tools: 'refuses', refused: [] })
  store.learnt(id, store.decodeSettings(id).settingsHash, { refused: ['temperature'] })
  expect(store.save({ ...known, name: 'Renamed again' })).toMatchObject({
    tools: 'calls',
    refused_parameters: ['temperature'],
  })
})

test('3.4: a form made from what is not stored any more is refused, and nothing of it is stored', () => {
  const { id, name, settings } = store.save(draft())
  const { api_key: _, ...plain } = draft().settings
  store.save({ ...draft(), id, settings: { ...plain, model: 'big-2' } })
  const late = { ...draft(), id, name: 'Late', settings: { ...plain, model: 'big-1' } }
  expect(refusal(() => store.save({ ...late, known: { name, settings } })).code).toBe('REVISION_CONFLICT')
  const now = store.get(id)
  expect(now).toMatchObject({ name, settings: { model: 'big-2' } })
  expect(store.save({ ...late, known: { name: now.name, settings: now.settings } })).toMatchObject({ name: 'Late' })
})

test('the number of a removed model never comes again: a chat it answered names no other', () => {
  const removed = [store.save(draft()), store.save(draft({}, { name: 'Another' }))]
  for (const { id } of removed) store.remove(id)
  const next = store.save(draft({}, { name: 'Third' }))
  expect(removed.map(({ id }) => id)).not.toContain(next.id)
  expect(removed.map(({ id }) => store.info(id))).toEqual([null, null])
})
