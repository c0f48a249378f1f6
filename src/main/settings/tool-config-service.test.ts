import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inspect } from 'node:util'
import type { JsonValue, SettingInfo } from '@spora/sdk'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createFileVault } from './file-vault.ts'
import { refusal, refusedField, type SettingWorld, settingWorld, toolWith } from './testing/setting-world.ts'

const everyone = { scope: 'global' } as const
const me = { scope: 'user' } as const
const forAgent = (agent_id: number) => ({ scope: 'agent', agent_id }) as const

const search = toolWith([
  { key: 'api_key', label: 'API Key', type: 'password', required: true },
  { key: 'region', label: 'Region', type: 'text', default: 'eu', exposeToLlm: true },
  { key: 'limit', label: 'Limit', type: 'number', default: 10, minimum: 1, maximum: 100 },
  { key: 'safe', label: 'Safe', type: 'toggle', default: true, exposeToLlm: true },
  { key: 'sites', label: 'Sites', type: 'multi-select', resolveAs: 'raw', exposeToLlm: true },
])
const mail = toolWith([{ key: 'api_key', label: 'API Key', type: 'password' }], [], 'mail')

let world: SettingWorld
let agent: number
beforeEach(() => {
  world = settingWorld()
  world.parts.registry.register([search, mail])
  agent = world.parts.agents.create({ name: 'Ada' }).id
})
afterEach(() => world.close())

const effective = (tool = search, agentId: number | null = agent, userId: number | null = 1) =>
  world.parts.config.getEffectiveSettings(tool.toolClass, agentId, userId)

describe('C1: the cascade', () => {
  test('C1: default, then everyone, then the user, then the agent; the later wins, key by key', () => {
    expect(effective()).toMatchObject({ region: 'eu', limit: 10, safe: true, sites: [] })
    world.set(search, everyone, { region: 'us', limit: 20 })
    expect(effective()).toMatchObject({ region: 'us', limit: 20 })
    world.set(search, me, { region: 'asia' })
    expect(effective()).toMatchObject({ region: 'asia', limit: 20 })
    world.set(search, forAgent(agent), { region: 'moon' })
    expect(effective()).toMatchObject({ region: 'moon', limit: 20 })
  })

  test('C1: without a user the user’s layer is left out, without an agent the agent’s', () => {
    world.set(search, me, { region: 'asia' })
    world.set(search, forAgent(agent), { limit: 5 })
    expect(effective(search, agent, null)).toMatchObject({ region: 'eu', limit: 5 })
    expect(effective(search, null, 1)).toMatchObject({ region: 'asia', limit: 10 })
  })

  test('C1: set to empty hides the layers below; reset gives them back', () => {
    world.set(search, everyone, { region: 'us', sites: ['a'] })
    world.save(search, me, { key: 'region', action: 'empty' }, { key: 'sites', action: 'empty' })
    expect(effective()).toMatchObject({ region: '', sites: [] })
    world.save(search, me, { key: 'region', action: 'reset' }, { key: 'sites', action: 'reset' })
    expect(effective()).toMatchObject({ region: 'us', sites: ['a'] })
  })

  test('C1: false, zero and an empty list are values', () => {
    world.set(search, everyone, { safe: true, sites: ['a'] })
    world.set(search, forAgent(agent), { safe: false, sites: [] })
    expect(effective()).toMatchObject({ safe: false, sites: [] })
  })

  test('C1: the view says state, origin and what is overridden', () => {
    world.set(search, everyone, { region: 'us' })
    const { fields } = world.set(search, forAgent(agent), { region: 'moon' })
    const state = Object.fromEntries(
      fields.map(({ schema, state, effective, origin, overrides }) => [
        schema.key,
        { state, effective, origin, overrides },
      ]),
    )
    expect(state.region).toEqual({
      state: 'set',
      effective: 'moon',
      origin: 'agent',
      overrides: { origin: 'global', value: 'us' },
    })
    expect(state.limit).toEqual({ state: 'inherited', effective: 10, origin: 'default', overrides: null })
    expect(world.field(search, me, 'region')).toMatchObject({ state: 'inherited', effective: 'us', origin: 'global' })
    world.save(search, me, { key: 'region', action: 'empty' })
    expect(world.field(search, me, 'region')).toMatchObject({
      state: 'empty',
      effective: '',
      origin: 'user',
      overrides: { origin: 'global', value: 'us' },
    })
  })

  test('C1: a group’s agent takes the settings of its first owner', () => {
    const { sqlite } = world.parts.database
    sqlite.exec(`INSERT INTO users VALUES (7, 'Grace', 't'); INSERT INTO principals VALUES (9, 'group');
      INSERT INTO principal_members VALUES (9, 1, 'member', 0), (9, 7, 'owner', 1);
      INSERT INTO tool_user_settings (user_id, tool_class, settings, revision, updated_at)
        VALUES (7, '${search.toolClass}', '{"region":"grace"}', 1, 't');`)
    world.set(search, me, { region: 'mine' })
    const shared = world.parts.agents.create({ name: 'Shared' }, 9).id
    expect(world.field(search, forAgent(shared), 'region').effective).toBe('grace')
  })

  test('C1: a list that was stored as text is read as a list', () => {
    world.parts.database.sqlite.exec(`INSERT INTO tool_configurations (tool_class, tool_name, settings, revision, updated_at)
      VALUES ('${search.toolClass}', 'search', '{"sites":"[\\"a\\",\\"b\\"]"}', 1, 't')`)
    expect(effective().sites).toEqual(['a', 'b'])
  })
})

test('C2: the same key in two tools never meets', () => {
  world.set(search, everyone, { api_key: 'for search' })
  expect(effective(mail)).toEqual({})
  world.set(mail, everyone, { api_key: 'for mail' })
  expect(effective().api_key).toBe('for search')
})

describe('C3: saving', () => {
  test('C3: all of the changes or none, every problem named with its key', () => {
    const error = refusal(() => world.set(search, everyone, { region: 'us', limit: 0, safe: 'maybe', nonsense: 1 }))
    expect(error.code).toBe('SETTING_INVALID')
    expect(error.details.fields).toEqual([
      { key: 'limit', code: 'SETTING_RANGE', message: 'Write a number from 1 to 100.' },
      { key: 'safe', code: 'SETTING_TYPE', message: expect.any(String) },
      { key: 'nonsense', code: 'SETTING_UNKNOWN', message: expect.any(String) },
    ])
    expect(error.message).toContain('Limit: Write a number from 1 to 100.')
    expect(effective()).toMatchObject({ region: 'eu', limit: 10 })
  })

  test('R13: a save with many faults, or of a tool with an endless name, is answered in one short sentence', () => {
    const names = Array.from({ length: 40 }, (_, index) => ({ key: `${'k'.repeat(5_000)}\u202e${index}`, value: 'v' }))
    const error = refusal(() =>
      world.set(search, everyone, Object.fromEntries(names.map(each => [each.key, each.value]))),
    )
    expect(error.message).toMatch(/^search was not saved\. .* And 38 more\.$/)
    expect(error.details.fields).toHaveLength(40)
    const gone = refusal(() => world.parts.config.view(`acme/\u202e${'x'.repeat(9_000)}`, everyone))
    for (const { message } of [error, gone]) {
      expect(message.length).toBeLessThanOrEqual(500)
      expect(message).not.toMatch(/[\p{Cc}\p{Cf}]/u)
    }
  })

  test('B153: the old value is kept', () => {
    world.set(search, everyone, { limit: 7 })
    for (const bad of [0, -1, 1e9, 'abc', '', '5s']) {
      expect(refusedField(() => world.set(search, everyone, { limit: bad }))).toBe('SETTING_RANGE')
      expect(effective().limit).toBe(7)
    }
  })

  test('B164: a hundred thousand keys at once are refused with one sentence, and nothing of it is kept', () => {
    world.set(search, everyone, { limit: 7 })
    const values = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`key_${index}`, 1]))
    const error = refusal(() => world.set(search, everyone, { ...values, limit: 8 }))
    expect(error.code).toBe('IMPORT_TOO_LARGE')
    expect(error.message).toMatch(/100001 settings.*at most 1000/)
    expect(error.message.length).toBeLessThan(500)
    expect(world.view(search, everyone)).toMatchObject({ revision: 1, unused: [] })
    expect(effective().limit).toBe(7)
  })

  test('B161: nothing is filled into a value, wherever it is used: the tool and the model get the text itself', () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: that is what must stay as it is
    const texts = ['${ENV:HOME}', '${HOME}', '$HOME', '%HOME%', '{{secret}}', '{{api_key}}', '$(id)', '`id`', '~/x']
    for (const text of texts) {
      world.set(search, forAgent(agent), { region: text, api_key: text, sites: [text] })
      expect(effective()).toMatchObject({ region: text, api_key: text, sites: [text] })
      expect(world.view(search, forAgent(agent)).effective_configuration).toContain(`- Region: ${text}\n`)
      world.restart()
      expect(effective()).toMatchObject({ region: text, api_key: text, sites: [text] })
    }
  })

  test('C3: two windows: the second save is told, nothing is overwritten', () => {
    const { revision } = world.view(search, everyone)
    world.set(search, everyone, { region: 'first' })
    const late = () =>
      world.parts.config.save(search.toolClass, everyone, revision, [{ key: 'region', action: 'set', value: 'second' }])
    expect(refusal(late)).toMatchObject({ code: 'REVISION_CONFLICT', details: { revision: 1 } })
    expect(effective().region).toBe('first')
  })

  test('C3: scopes have revisions of their own', () => {
    world.set(search, everyone, { region: 'us' })
    world.set(search, everyone, { region: 'uk' })
    expect([world.view(search, everyone), world.view(search, me)].map(({ revision }) => revision)).toEqual([2, 0])
  })

  test('C3: text set to nothing is empty on purpose; a switch has no empty', () => {
    world.set(search, everyone, { region: '' })
    expect(world.field(search, everyone, 'region').state).toBe('empty')
    expect(refusedField(() => world.save(search, everyone, { key: 'safe', action: 'empty' }))).toBe('SETTING_TYPE')
  })

  test('C3: an agent that is not there, a tool that is not there', () => {
    expect(refusal(() => world.view(search, forAgent(999))).code).toBe('AGENT_NOT_FOUND')
    expect(refusal(() => world.parts.config.view('core/Nothing', everyone)).code).toBe('TOOL_NOT_FOUND')
  })

  test('C3: windows are told, and the version grows', async () => {
    const { events, config } = world.parts
    const { version } = config
    const stream = events.subscribe(undefined, undefined)
    await stream.next()
    world.set(search, everyone, { region: 'us' })
    const told = [(await stream.next()).value, (await stream.next()).value]
    await stream.return(undefined)
    expect(told).toMatchObject([
      { topic: 'settings', id: search.toolClass },
      { topic: 'tools', id: search.toolClass },
    ])
    expect(config.version).toBeGreaterThan(version)
  })

  test('C3: a stored value the tool no longer accepts does not count, and the field says why', () => {
    world.set(search, everyone, { limit: 50, region: 'us' })
    const narrowed = toolWith([
      { key: 'limit', label: 'Limit', type: 'number', default: 3, maximum: 5 },
      { key: 'region', label: 'Region', type: 'toggle', default: true },
    ])
    world.restart({ tools: [narrowed] })
    expect(effective(narrowed)).toEqual({ limit: 3, region: true })
    expect(world.field(narrowed, everyone, 'limit')).toMatchObject({
      state: 'set',
      origin: 'default',
      problem: expect.stringContaining('Write a number, 5 or less.'),
    })
  })

  test('B157: a key of an older version is kept, shown as unused, never handed out, and can be taken away', () => {
    world.set(search, everyone, { region: 'us', limit: 5 })
    const slim = toolWith([{ key: 'limit', label: 'Limit', type: 'number' }])
    world.restart({ tools: [slim] })
    expect(effective(slim)).toEqual({ limit: 5 })
    expect(world.set(slim, everyone, { limit: 6 }).unused).toEqual(['region'])
    expect(refusedField(() => world.set(slim, everyone, { region: 'x' }))).toBe('SETTING_UNKNOWN')
    world.restart({ tools: [search] })
    expect(effective().region).toBe('us')
    world.restart({ tools: [slim] })
    expect(world.save(slim, everyone, { key: 'region', action: 'reset' }).unused).toEqual([])
  })

  test('C3: the choices of a list come from where the tool says', () => {
    const tool = toolWith(
      [
        { key: 'targets', label: 'Targets', type: 'multi-select' },
        { key: 'colours', label: 'Colours', type: 'multi-select', resolveAs: 'raw', options: ['red', 'blue'] },
      ],
      [],
      'pick',
    )
    world.parts.registry.register([tool])
    expect(world.parts.config.options(tool.toolClass, 'targets')).toEqual([
      { value: agent, label: 'Ada', description: null },
    ])
    expect(world.parts.config.options(tool.toolClass, 'colours')).toEqual([
      { value: 'red', label: 'red', description: null },
      { value: 'blue', label: 'blue', description: null },
    ])
  })
})

describe('C4: secrets', () => {
  const raw = (table = 'tool_configurations') =>
    world.parts.database.sqlite.prepare(`SELECT settings FROM ${table}`).pluck().get() as string

  test('B159: a window learns that a secret is set and when, nothing else', () => {
    const view = world.set(search, everyone, { api_key: 'sk-very-secret' })
    expect(world.field(search, everyone, 'api_key')).toMatchObject({
      state: 'set',
      effective: null,
      secret: { set: true, updated_at: expect.stringMatching(/^\d{4}-/), needs_reentry: false },
    })
    expect(JSON.stringify([view, world.view(search, forAgent(agent))])).not.toContain('sk-very-secret')
    expect(world.field(search, forAgent(agent), 'api_key')).toMatchObject({
      state: 'inherited',
      origin: 'global',
      secret: { set: true },
    })
  })

  test('C4: it is not in the file, and the tool gets it in clear', () => {
    world.set(search, everyone, { api_key: 'sk-very-secret' })
    expect(effective().api_key).toBe('sk-very-secret')
    world.restart()
    expect(effective().api_key).toBe('sk-very-secret')
    world.parts.database.sqlite.pragma('wal_checkpoint(TRUNCATE)')
    expect(readFileSync(world.file).includes('sk-very-secret')).toBe(false)
  })

  test('C4: printing the settings for a tool shows no secret', () => {
    world.set(search, everyone, { api_key: 'sk-very-secret' })
    const printed = inspect({ deep: effective() }, { depth: 9, showHidden: true })
    expect(printed).not.toContain('sk-very-secret')
    expect(printed).toContain("api_key: '[secret]'")
    expect(structuredClone(effective())).toMatchObject({ api_key: 'sk-very-secret' })
  })

  test('C4: it can be cleared alone', () => {
    world.set(search, everyone, { api_key: 'a', region: 'us' })
    world.save(search, everyone, { key: 'api_key', action: 'reset' })
    expect(effective()).not.toHaveProperty('api_key')
    expect(effective().region).toBe('us')
  })

  test('C4: saving something else keeps it', () => {
    world.set(search, everyone, { api_key: 'a' })
    world.set(search, everyone, { region: 'us' })
    expect(effective().api_key).toBe('a')
  })

  test('C4: set to empty for an agent hides the one below', () => {
    world.set(search, everyone, { api_key: 'a' })
    world.save(search, forAgent(agent), { key: 'api_key', action: 'empty' })
    expect(effective().api_key).toBe('')
    expect(world.view(search, forAgent(agent)).missing_required).toEqual([{ key: 'api_key', label: 'API Key' }])
  })

  test('C4: a sealed value moved to another row, tool or setting does not open', () => {
    const two = toolWith([
      { key: 'api_key', label: 'A', type: 'password' },
      { key: 'other', label: 'B', type: 'password' },
    ])
    world.restart({ tools: [two, mail] })
    world.set(two, everyone, { api_key: 'mine' })
    const sealed = (JSON.parse(raw()) as Record<string, JsonValue>).api_key
    const insert = (table: string, more: string, values: JsonValue, toolClass: string) =>
      world.parts.database.sqlite
        .prepare(`INSERT INTO ${table} (${more}, tool_class, settings, revision, updated_at) VALUES (1, ?, ?, 1, 't')`)
        .run(toolClass, JSON.stringify(values))
    insert('tool_configurations', 'tool_name', { api_key: sealed ?? null }, mail.toolClass)
    insert('tool_user_settings', 'user_id', { other: sealed ?? null }, two.toolClass)
    insert('agent_tool_overrides', 'agent_id', { api_key: sealed ?? null }, two.toolClass)
    expect(effective(mail)).toEqual({})
    expect(effective(two, null, 1)).toEqual({ api_key: 'mine' })
    expect(effective(two, 1, 1)).toEqual({})
    expect(world.field(mail, everyone, 'api_key').secret).toMatchObject({ set: true, needs_reentry: true })
  })

  test('B162: a vault that cannot open it: needs re-entry, everything else works, nothing is thrown away', () => {
    world.set(search, everyone, { api_key: 'a', region: 'us' })
    const before = raw()
    const good = world.parts.vault
    world.restart({ vault: createFileVault(join(world.folder, 'another.key')) })
    expect(world.field(search, everyone, 'api_key')).toMatchObject({
      state: 'set',
      secret: { set: true, needs_reentry: true },
    })
    expect(effective()).toMatchObject({ region: 'us' })
    expect(effective()).not.toHaveProperty('api_key')
    expect(world.view(search, everyone).missing_required).toHaveLength(1)
    world.set(search, everyone, { region: 'uk' })
    expect(JSON.parse(raw()).api_key).toEqual(JSON.parse(before).api_key)
    world.restart({ vault: good })
    expect(effective()).toMatchObject({ api_key: 'a', region: 'uk' })
  })

  test('B162, C5: what a vault opens only later is missing until then, and no longer', () => {
    world.set(search, everyone, { api_key: 'k' })
    let open = false
    const { vault } = world.parts
    world.restart({ vault: { ...vault, open: (envelope, place) => (open ? vault.open(envelope, place) : null) } })
    const missing = () => world.parts.config.missingRequired(search.toolClass, agent, 1).map(({ key }) => key)
    const enable = () => world.parts.activation.setTool(agent, search.toolClass, true)
    expect([missing(), missing()]).toEqual([['api_key'], ['api_key']])
    expect(refusal(enable)).toMatchObject({ code: 'SETTINGS_MISSING' })
    open = true
    expect([missing(), missing()]).toEqual([[], []])
    enable()
    expect(world.parts.activation.isEnabled(agent, search.toolClass)).toBe(true)
  })

  test('B162: a secret of the agent that cannot be opened is not replaced by everyone’s', () => {
    world.set(search, everyone, { api_key: 'everyone' })
    world.set(search, forAgent(agent), { api_key: 'agent' })
    world.parts.database.sqlite
      .prepare('UPDATE agent_tool_overrides SET settings = ?')
      .run(JSON.stringify({ api_key: { $secret: { sealed: { file: '{"v":1}' }, updated_at: 't' } } }))
    expect(effective()).not.toHaveProperty('api_key')
  })

  test('B158: a setting that became a password: its text moves into the vault and out of the file', () => {
    const plain = toolWith([{ key: 'api_key', label: 'API Key', type: 'text' }])
    world.restart({ tools: [plain] })
    world.set(plain, everyone, { api_key: 'sk-once-in-the-open' })
    world.set(plain, forAgent(agent), { api_key: 'sk-agents-own' })
    world.restart({ tools: [search] })
    expect(effective().api_key).toBe('sk-agents-own')
    expect(effective(search, null).api_key).toBe('sk-once-in-the-open')
    expect(raw()).not.toContain('sk-once-in-the-open')
    for (const file of [world.file, `${world.file}-wal`]) {
      const bytes = readFileSync(file)
      expect([bytes.includes('sk-once-in-the-open'), bytes.includes('sk-agents-own')]).toEqual([false, false])
    }
  })

  test('B158: also of a number; what cannot be a password is asked for again and leaves the file', () => {
    const kinds = [
      { key: 'pin', type: 'number', value: 7_351_946, secret: '7351946' },
      { key: 'codes', type: 'multi-select', value: ['code-in-the-open'], secret: undefined },
      { key: 'empty', type: 'textarea', value: '', secret: undefined },
    ] as const
    const settingOf = ({ key, type }: { key: string; type: SettingInfo['type'] }): SettingInfo => ({
      key,
      label: key,
      type,
      ...(type === 'multi-select' ? { resolveAs: 'raw' as const } : {}),
    })
    const before = toolWith(kinds.map(settingOf))
    world.restart({ tools: [before] })
    world.set(before, everyone, Object.fromEntries(kinds.map(({ key, value }) => [key, value as JsonValue])))
    const after = toolWith(kinds.map(({ key }) => settingOf({ key, type: 'password' })))
    world.restart({ tools: [after] })
    for (const { key, secret } of kinds) expect(effective(after)[key] || undefined, key).toBe(secret)
    const { secret: codes } = world.field(after, everyone, 'codes')
    expect(codes).toEqual({ set: false, updated_at: expect.any(String), needs_reentry: true })
    for (const file of [world.file, `${world.file}-wal`])
      for (const text of ['7351946', 'code-in-the-open']) expect(readFileSync(file).includes(text), text).toBe(false)
  })

  test('B158: the same when the plugin is loaded again while the app runs', () => {
    const plain = toolWith([{ key: 'api_key', label: 'API Key', type: 'text' }])
    world.restart({ tools: [plain] })
    world.set(plain, everyone, { api_key: 'sk-once-in-the-open' })
    world.parts.registry.removePlugin('acme')
    world.parts.registry.register([search])
    expect(raw()).not.toContain('sk-once-in-the-open')
    expect(effective().api_key).toBe('sk-once-in-the-open')
  })

  test('C4: a password that became text is not shown', () => {
    world.set(search, everyone, { api_key: 'sk-very-secret' })
    const plain = toolWith([{ key: 'api_key', label: 'API Key', type: 'text', exposeToLlm: true }])
    world.restart({ tools: [plain] })
    expect(effective(plain)).toEqual({})
    expect(world.field(plain, everyone, 'api_key').problem).toContain('password')
    expect(world.view(plain, everyone).effective_configuration).toContain('(not configured)')
  })

  test('F23: without a vault nothing is stored in clear; the save is refused', () => {
    const closed = settingWorld(folder => {
      writeFileSync(join(folder, 'file'), '')
      return createFileVault(join(folder, 'file', 'vault.key'))
    })
    closed.parts.registry.register([search])
    expect(refusal(() => closed.set(search, everyone, { api_key: 'a' })).code).toBe('SECRET_STORE_UNAVAILABLE')
    closed.set(search, everyone, { region: 'us' })
    expect(closed.view(search, everyone).secret_store).toContain('key file')
    closed.close()
  })
})

describe('B156: a secret is not sent to another origin than it was entered for', () => {
  const api = toolWith(
    [
      { key: 'base_url', label: 'Base URL', type: 'url', default: 'https://api.example.com/v1' },
      { key: 'api_key', label: 'API Key', type: 'password', required: true },
    ],
    [],
    'api',
  )
  beforeEach(() => world.parts.registry.register([api]))
  const raw = () =>
    world.parts.database.sqlite
      .prepare('SELECT settings FROM tool_configurations WHERE tool_class = ?')
      .pluck()
      .get(api.toolClass) as string

  test('B156: another origin clears it and asks again; another path does not', () => {
    world.set(api, everyone, { api_key: 'k' })
    world.set(api, everyone, { base_url: 'https://api.example.com/v2' })
    expect(effective(api).api_key).toBe('k')
    const view = world.set(api, everyone, { base_url: 'https://evil.example.net/v1' })
    expect(effective(api)).not.toHaveProperty('api_key')
    expect(view.missing_required).toEqual([{ key: 'api_key', label: 'API Key' }])
    expect(view.fields[1]?.secret).toMatchObject({ set: false, needs_reentry: true, moved: true })
    world.set(api, everyone, { base_url: 'https://api.example.com/v1' })
    expect(effective(api)).not.toHaveProperty('api_key')
  })

  test('B156: both in one save are kept together', () => {
    world.set(api, everyone, { api_key: 'old' })
    world.set(api, everyone, { base_url: 'https://other.example.net', api_key: 'new' })
    expect(effective(api).api_key).toBe('new')
  })

  test('B156: an agent with an address of its own does not get everyone’s key', () => {
    world.set(api, everyone, { api_key: 'k' })
    const view = world.set(api, forAgent(agent), { base_url: 'https://other.example.net' })
    expect(effective(api)).not.toHaveProperty('api_key')
    // The field of the agent says so, though nothing is entered there.
    expect(view.fields[1]).toMatchObject({
      state: 'inherited',
      secret: { set: true, needs_reentry: true, moved: true },
    })
    expect(effective(api, null).api_key).toBe('k')
    world.set(api, forAgent(agent), { api_key: 'own' })
    expect(effective(api).api_key).toBe('own')
  })

  test('B156: moving everyone’s address clears an agent’s key that was sent there', () => {
    world.set(api, forAgent(agent), { api_key: 'agent' })
    world.set(api, everyone, { base_url: 'https://other.example.net' })
    expect(effective(api)).not.toHaveProperty('api_key')
  })

  describe('B156: an address the tool does not bring along', () => {
    const own = toolWith(
      [
        { key: 'base_url', label: 'Base URL', type: 'url' },
        { key: 'api_key', label: 'API Key', type: 'password' },
      ],
      [],
      'own',
    )
    beforeEach(() => world.parts.registry.register([own]))

    test('B156: in another row than the key, a new one leads elsewhere; in the same row it completes it', () => {
      world.set(own, everyone, { api_key: 'k' })
      world.set(own, forAgent(agent), { base_url: 'https://evil.example.net' })
      expect(effective(own)).not.toHaveProperty('api_key')
      expect(effective(own, null).api_key).toBe('k')
      world.save(own, forAgent(agent), { key: 'base_url', action: 'reset' })
      expect(effective(own).api_key).toBe('k')
      world.set(own, everyone, { base_url: 'https://mine.example.net' })
      expect(effective(own).api_key).toBe('k')
    })

    test('B156: a new one for everyone clears the key of an agent that had none', () => {
      world.set(own, forAgent(agent), { api_key: 'agent' })
      world.set(own, everyone, { base_url: 'https://evil.example.net' })
      expect(effective(own)).not.toHaveProperty('api_key')
    })

    test.each([
      { key: 'base_url', action: 'empty' },
      { key: 'base_url', action: 'reset' },
    ] as const)('B156: one that is gone ($action) takes the key along, so that no detour leads it elsewhere', gone => {
      for (const scope of [everyone, me, forAgent(agent)]) {
        world.set(own, scope, { base_url: 'https://mine.example.net', api_key: 'k' })
        world.save(own, scope, gone)
        expect(effective(own)).not.toHaveProperty('api_key')
        world.set(own, scope, { base_url: 'https://evil.example.net' })
        expect(effective(own)).not.toHaveProperty('api_key')
        world.save(own, scope, { key: 'base_url', action: 'reset' }, { key: 'api_key', action: 'reset' })
      }
    })

    test('B156: an agent whose address is empty on purpose does not get the key that was entered for everyone’s', () => {
      world.set(own, everyone, { base_url: 'https://mine.example.net', api_key: 'k' })
      world.save(own, forAgent(agent), { key: 'base_url', action: 'empty' })
      expect(effective(own)).not.toHaveProperty('api_key')
      expect(effective(own, null).api_key).toBe('k')
    })
  })

  test('B154: http to another computer needs a confirmation, http to this one does not', () => {
    expect(refusedField(() => world.set(api, everyone, { base_url: 'http://example.com' }))).toBe('SETTING_UNPROTECTED')
    world.set(api, everyone, { base_url: 'http://127.0.0.1:8080' })
    world.set(api, everyone, { base_url: 'http://localhost:11434/v1' })
    world.save(api, everyone, { key: 'base_url', action: 'set', value: 'http://example.com', confirmed: true })
    expect(effective(api).base_url).toBe('http://example.com')
  })

  test('B154: what is refused changes nothing; a confirmation is for one address, and for one scope', () => {
    world.set(api, everyone, { api_key: 'k' })
    const before = raw()
    const open = { key: 'base_url', action: 'set', value: 'http://example.com' } as const
    expect(refusedField(() => world.save(api, everyone, { key: 'api_key', action: 'set', value: 'new' }, open))).toBe(
      'SETTING_UNPROTECTED',
    )
    expect(raw()).toBe(before)
    expect(effective(api)).toMatchObject({ api_key: 'k', base_url: 'https://api.example.com/v1' })
    world.save(api, everyone, { ...open, confirmed: true })
    for (const [scope, value] of [
      [everyone, 'http://other.example.com'],
      [forAgent(agent), 'http://example.com'],
    ] as const)
      expect(refusedField(() => world.set(api, scope, { base_url: value }))).toBe('SETTING_UNPROTECTED')
    // The key of before went with its address; the new one goes where the person said it may.
    expect(effective(api)).not.toHaveProperty('api_key')
    world.set(api, everyone, { api_key: 'k2' })
    expect(effective(api)).toMatchObject({ api_key: 'k2', base_url: 'http://example.com' })
  })

  test('B154: one setting has one value in a save: what is checked is what is stored', () => {
    const plain = toolWith(
      [
        { key: 'address', label: 'Address', type: 'url', default: 'http://api.example.com' },
        { key: 'api_key', label: 'API Key', type: 'password' },
      ],
      [],
      'twice',
    )
    world.parts.registry.register([plain])
    const address = { key: 'address', action: 'set', value: 'https://api.example.com' } as const
    const twice = () =>
      world.save(
        plain,
        everyone,
        address,
        { key: 'address', action: 'reset' },
        { key: 'api_key', action: 'set', value: 'k' },
      )
    expect(refusal(twice)).toMatchObject({ code: 'VALIDATION_ERROR', message: expect.stringContaining('twice') })
    expect(effective(plain)).toEqual({ address: 'http://api.example.com' })
  })

  test('B154: an address that comes with the tool is no one’s confirmation: its key is refused until a person says so', () => {
    const plain = toolWith(
      [
        { key: 'address', label: 'Address', type: 'url', default: 'http://api.example.com' },
        { key: 'api_key', label: 'API Key', type: 'password' },
      ],
      [],
      'plain',
    )
    world.parts.registry.register([plain])
    const key = { key: 'api_key', action: 'set', value: 'k' } as const
    expect(refusedField(() => world.save(plain, everyone, key))).toBe('SETTING_UNPROTECTED')
    expect(refusedField(() => world.save(plain, forAgent(agent), key))).toBe('SETTING_UNPROTECTED')
    expect(effective(plain)).not.toHaveProperty('api_key')
    // Another address in the same save, or one that was chosen before, for oneself or for everyone.
    world.set(plain, everyone, { address: 'https://api.example.com', api_key: 'k' })
    world.set(plain, forAgent(agent), { api_key: 'k' })
    expect(effective(plain).api_key).toBe('k')
    // Back to the tool's own: the keys go with the address, and are refused again.
    world.save(plain, everyone, { key: 'address', action: 'reset' })
    expect(effective(plain)).not.toHaveProperty('api_key')
    const again = () => world.save(plain, everyone, { key: 'address', action: 'reset' }, key)
    expect(refusedField(again)).toBe('SETTING_UNPROTECTED')
    world.save(plain, everyone, { ...key, confirmed: true })
    expect(effective(plain, null).api_key).toBe('k')
  })

  test('B156: what is cleared is gone from the file, also when the address goes back to the tool’s own', () => {
    world.set(api, everyone, { base_url: 'https://mine.example.net', api_key: 'sk-to-clear' })
    const { sealed } = (JSON.parse(raw()) as { api_key: { $secret: { sealed: Record<string, string> } } }).api_key
      .$secret
    const envelope = JSON.parse(Object.values(sealed)[0] ?? '{}') as { ct: string }
    expect(world.parts.database.sqlite.serialize().includes(envelope.ct)).toBe(true)
    const view = world.save(api, everyone, { key: 'base_url', action: 'reset' })
    expect(view.fields[1]?.secret).toMatchObject({ set: false, needs_reentry: true })
    expect(view.missing_required).toEqual([{ key: 'api_key', label: 'API Key' }])
    expect(world.parts.database.sqlite.serialize().includes(envelope.ct)).toBe(false)
  })
})

describe('C5: readiness', () => {
  test('C5: what is missing looks at the whole cascade', () => {
    const missing = () => world.parts.config.missingRequired(search.toolClass, agent, 1)
    expect(missing()).toEqual([{ key: 'api_key', label: 'API Key' }])
    world.set(search, me, { api_key: 'a' })
    expect(missing()).toEqual([])
    expect(world.view(search, everyone).missing_required).toHaveLength(1)
    expect(world.view(search, forAgent(agent)).missing_required).toEqual([])
  })

  test.each<[string, Partial<SettingInfo>, JsonValue]>([
    ['text', { type: 'text' }, ''],
    ['a list', { type: 'multi-select' }, []],
  ])('C5: required %s that is empty is missing', (_name, info, empty) => {
    const tool = toolWith([{ key: 'it', label: 'It', type: 'text', required: true, ...info }], [], 'needy')
    world.parts.registry.register([tool])
    world.set(tool, everyone, { it: empty })
    expect(world.parts.config.missingRequired(tool.toolClass, null, null)).toHaveLength(1)
  })
})

describe('C6: what the model is told', () => {
  test('C6: exposed settings with their effective values, secrets never', () => {
    world.set(search, everyone, { api_key: 'sk-very-secret', sites: ['a', 'b'] })
    world.set(search, forAgent(agent), { region: 'moon', safe: false })
    expect(world.parts.config.effectiveConfiguration(search.toolClass, agent, 1)).toBe(
      '\n[Effective Configuration]\n- Region: moon\n- Safe: no\n- Sites: a, b',
    )
    expect(world.parts.config.getLlmToolSettings(search.toolClass, null, 1)).toEqual([
      { label: 'Region', display: 'eu' },
      { label: 'Safe', display: 'yes' },
      { label: 'Sites', display: 'a, b' },
    ])
    expect(world.view(search, forAgent(agent)).effective_configuration).toContain('Region: moon')
    expect(world.parts.config.effectiveConfiguration(mail.toolClass, agent, 1)).toBe('')
  })

  test('C6: agents by name when they are the user’s, else by number; skills with what they are for', () => {
    const tool = toolWith(
      [
        { key: 'targets', label: 'Targets', type: 'multi-select', exposeToLlm: true },
        { key: 'skills', label: 'Skills', type: 'multi-select', resolveAs: 'skill', exposeToLlm: true },
      ],
      [],
      'pick',
    )
    world.parts.registry.register([tool])
    world.set(tool, everyone, { targets: [agent, 99], skills: ['tax', 'gone'] })
    expect(world.parts.config.getLlmToolSettings(tool.toolClass, null, 1)).toEqual([
      { label: 'Targets', display: `Ada (#${agent}), #99` },
      { label: 'Skills', display: 'tax: About taxes.' },
    ])
    expect(world.parts.config.getLlmToolSettings(tool.toolClass, null, null)[0]?.display).toBe(`#${agent}, #99`)
  })
})

test('C7: copied to another agent, settings are the same and secrets are sealed for it', () => {
  world.set(search, forAgent(agent), { api_key: 'own', region: 'moon' })
  const copy = world.parts.agents.duplicate(agent)
  expect(effective(search, copy.id)).toMatchObject({ api_key: 'own', region: 'moon' })
  world.set(search, forAgent(agent), { api_key: 'changed' })
  expect(effective(search, copy.id).api_key).toBe('own')
})

describe('R2, B162: a tool that becomes another keeps the secrets that cannot be opened now', () => {
  const api = (name: string) =>
    toolWith(
      [
        { key: 'api_key', label: 'API Key', type: 'password' },
        { key: 'base_url', label: 'Base URL', type: 'url', default: 'https://one.example.com' },
      ],
      [],
      name,
    )
  const [old, successor] = [api('old'), api('successor')]
  const move = () => world.parts.config.moveTool(old.toolClass, successor.toolClass, 'successor')
  const layers = [everyone, me, forAgent(1)]
  const keys = () =>
    [null, 1].map(agentId => effective(successor, agentId, agentId === null ? null : 1).api_key ?? null)

  /** Moved while another vault is in use. */
  function movedLocked() {
    world.parts.registry.register([old, successor])
    for (const layer of layers)
      world.set(old, layer, { api_key: `key of ${layer.scope}`, base_url: 'https://one.example.com' })
    const good = world.parts.vault
    const tools = [old, successor]
    world.restart({ tools, vault: createFileVault(join(world.folder, 'another.key')) })
    move()
    move()
    return () => world.restart({ tools, vault: good })
  }

  test('in every layer, and gets them with the first start that opens them', () => {
    const unlock = movedLocked()
    for (const layer of layers) {
      expect(world.field(successor, layer, 'api_key').secret).toMatchObject({ set: true, needs_reentry: true })
      expect(world.field(successor, layer, 'base_url').state).toBe('set')
    }
    expect(keys()).toEqual([null, null])
    unlock()
    move()
    expect(keys()).toEqual(['key of global', 'key of agent'])
    move()
    expect(keys()).toEqual(['key of global', 'key of agent'])
    const left = world.parts.database.sqlite.prepare('SELECT 1 FROM tool_configurations WHERE tool_class = ?')
    expect(left.all(old.toolClass)).toEqual([])
  })

  test('what was entered, taken out or moved to another address meanwhile is not undone', () => {
    const unlock = movedLocked()
    world.set(successor, everyone, { api_key: 'new' })
    world.save(successor, me, { key: 'api_key', action: 'reset' })
    world.set(successor, forAgent(1), { base_url: 'https://two.example.com' })
    unlock()
    move()
    expect(effective(successor, 1, 1)).not.toHaveProperty('api_key')
    expect(world.field(successor, me, 'api_key').state).toBe('inherited')
    world.set(successor, everyone, { api_key: 'newer' })
    expect(effective(successor, null, null).api_key).toBe('newer')
  })
})
