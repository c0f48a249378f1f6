import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { JsonValue } from '@spora/sdk'
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { loops } from '../../../test/loops.ts'
import { SporaError } from '../../shared/spora-error.ts'
import { exceeds, rightsTo } from '../agents/agent-rights.ts'
import { CALCULATOR, mail } from '../agents/testing/agent-world.ts'
import { builtinTools } from '../builtin/index.ts'
import { registerBuiltin } from '../tools/register-builtin.ts'
import { freeName } from './agent-name.ts'
import schema from './agent-template.schema.json' with { type: 'json' }
import { type AgentTemplate, TEMPLATE_LIMIT } from './agent-template.ts'
import { judgeTemplate } from './template-library.ts'
import { asFile, desk, type TemplateWorld, templateWorld } from './testing/template-world.ts'
import { validateTemplate } from './validate-template.ts'

let world: TemplateWorld
beforeEach(() => {
  world = templateWorld()
})
afterEach(() => world.close())

const base = { id: 'research/reader', name: 'Reader', version: '1.0.0', agent: { system_prompt: 'You read.' } }
const NOTHING_AGREED = { without_asking: [], addresses: [] }
const withTools = (...tools: JsonValue[]) => ({ ...base, tools })
const codes = (file: string) => {
  const { errors, content } = world.templates.review({ file })
  expect(content === null).toBe(errors.length > 0)
  return errors.map(({ code }) => code)
}
const codesOf = (template: unknown) => codes(asFile(template))
/** Refused as a whole: nothing of it is there afterwards. */
function refused(work: () => unknown): SporaError {
  const before = world.parts.agents.list().length
  try {
    work()
  } catch (error) {
    expect(world.parts.agents.list()).toHaveLength(before)
    if (error instanceof SporaError) return error
    throw error
  }
  throw new Error('It was not refused.')
}

describe('B170-B185: what is no template, or a bad one', () => {
  test('B170: not JSON, empty, too large, not UTF-8, nested without end', () => {
    expect(codesOf('{ "id": ')).toEqual(['TEMPLATE_JSON'])
    expect(codesOf('')).toEqual(['TEMPLATE_JSON'])
    expect(codesOf('// comment\n{}')).toEqual(['TEMPLATE_JSON'])
    expect(codes(Buffer.alloc(TEMPLATE_LIMIT + 1, 0x20).toString('base64'))).toEqual(['TEMPLATE_TOO_LARGE'])
    expect(codes(Buffer.from('\ufeff{"id":"a"}', 'utf16le').toString('base64'))).toEqual(['TEMPLATE_NOT_UTF8'])
    expect(codes(Buffer.from([0x7b, 0xe9, 0x7d]).toString('base64'))).toEqual(['TEMPLATE_NOT_UTF8'])
    expect(codesOf('['.repeat(100_000))).toEqual(['TEMPLATE_SCHEMA'])
    expect(codesOf('"text"')).toEqual(['TEMPLATE_SCHEMA'])
    expect(codesOf('{"id":"\\ud800"}')).toContain('TEMPLATE_TEXT')
    expect(codesOf('{}')).toEqual(['EMPTY_PAYLOAD'])
    expect(world.review('{ "id": ').errors[0]?.message).toMatch(/Line 1, column \d+/)
  })

  test('B171: a newer version of the format', () => {
    const newer = world.review({ ...base, $schema: 'urn:spora:agent-template:2' })
    expect(newer.errors).toMatchObject([
      { code: 'TEMPLATE_VERSION', message: expect.stringContaining('Update the app') },
    ])
    expect(codesOf({ ...base, $schema: 'urn:spora:agent-template:1' })).toEqual([])
    expect(codesOf({ ...base, $schema: 'https://example.com/x' })).toEqual([])
  })

  test('B172: core/ is the app’s own, but for the app itself', () => {
    expect(codesOf({ ...base, id: 'core/reader' })).toEqual(['TEMPLATE_ID_RESERVED'])
    world.put('core', 'a.json', JSON.stringify({ ...base, id: 'core/reader' }))
    expect(world.templates.list()[0]?.problems).toEqual([])
    world.put('acme', 'b.json', JSON.stringify({ ...base, id: 'core/reader' }))
    expect(world.templates.list()[1]?.problems.map(({ code }) => code)).toEqual(['NAMESPACE_MISMATCH'])
    expect(refused(() => world.templates.importPayload({ ...base, id: 'core/x' })).code).toBe('VALIDATION_ERROR')
  })

  test('B173: what would run without asking asks, and the review says so; only a word of the operator changes it', () => {
    const tool = {
      tool_class: mail.toolClass,
      enabled: true,
      operations: [
        { name: 'send', auto_approve: true },
        { name: 'purge', auto_approve: true },
        { name: 'list', auto_approve: true },
      ],
    }
    const review = world.review(withTools(tool)).content?.tools[0]?.operations
    expect(review?.map(({ name, runs_freely, needs_consent }) => [name, runs_freely, needs_consent])).toEqual([
      ['list', true, false],
      ['send', true, true],
      ['purge', true, true],
      ['hidden', false, false],
    ])
    const rights = (id: number) => Object.fromEntries(rightsTo(world.parts.activation, id, mail))
    const { agent } = world.import(withTools(tool))
    expect(rights(agent.id)).toEqual({ list: 'free', send: 'asks', purge: 'asks', hidden: 'off' })
    const other = world.import(withTools(tool), [{ tool_class: mail.toolClass, operation: 'send' }]).agent
    expect(rights(other.id)).toEqual({ list: 'free', send: 'free', purge: 'asks', hidden: 'off' })
  })

  test('B173: nor does anything lie in wait in a tool that is off', () => {
    const tool = { tool_class: mail.toolClass, enabled: false, operations: [{ name: 'send', auto_approve: true }] }
    const { agent } = world.import(withTools(tool))
    world.parts.activation.setTool(agent.id, mail.toolClass, true)
    expect(rightsTo(world.parts.activation, agent.id, mail).get('send')).toBe('asks')
  })

  test('B175: a plugin is named, never fetched', () => {
    const refs = [
      '../evil',
      './x',
      '/opt/plugins/x',
      'https://evil.example/x',
      'file:///x',
      'C:\\x',
      'git://x/y',
      '~/x',
    ]
    for (const ref of refs)
      expect([ref, codesOf({ ...base, required_plugins: [ref] })]).toEqual([ref, ['TEMPLATE_PLUGIN_REF']])
    expect(codesOf({ ...base, required_plugins: ['weather', 'vendor/name'] })).toEqual([])
    expect(codesOf({ ...base, required_plugins: ['a b'] })).toEqual(['REQUIRED_PLUGINS_INVALID'])
  })

  test('B176: no secrets', () => {
    const tool = { tool_class: desk.toolClass, enabled: true, operations: [], settings: { api_key: 'k-canary' } }
    const { errors } = world.review(withTools(tool))
    expect(errors).toMatchObject([{ code: 'SETTINGS_PASSWORD_KEY_FORBIDDEN', path: 'tools[0].settings.api_key' }])
    expect(JSON.stringify(errors)).not.toContain('canary')
  })

  test('R12: a folder is a place as an address is: a template leads no tool there by itself', () => {
    const tool = { tool_class: desk.toolClass, enabled: true, operations: [], settings: { folder: '/' } }
    const setting = (template: unknown) => world.review(template).content?.tools[0]?.settings[0]
    expect(setting(withTools(tool))).toMatchObject({ key: 'folder', address: '/' })
    expect(setting(withTools({ ...tool, settings: { folder: '/srv/desk' } }))).toMatchObject({ address: null })
    const folderOf = (id: number) => world.parts.config.getEffectiveSettings(desk.toolClass, id, 1).folder
    const { agent, tools_enabled: tools } = world.import(withTools(tool))
    expect(folderOf(agent.id)).toBe('/srv/desk')
    expect(tools[0]?.warnings.map(({ code }) => code)).toEqual(['ADDRESS_NOT_AGREED'])
    const agreed = world.import(withTools(tool), [], false, [{ tool_class: desk.toolClass, key: 'folder' }])
    expect(folderOf(agreed.agent.id)).toBe('/')
  })

  test('R13: whatever is wrong a thousand times is told a hundred times, and the rest counted', () => {
    const many = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`k${index}`, 1]))
    const operations = Array.from({ length: 20_000 }, (_, index) => ({ name: `gone_${index}` }))
    const tools = Array.from({ length: 5_000 }, () => ({ tool_class: 3 }))
    const tool = { tool_class: mail.toolClass, enabled: true, operations }
    for (const template of [{ ...base, ...many }, withTools(tool), { ...base, tools }, { ...base, agent: many }]) {
      const { errors, warnings } = world.review(template)
      const told = errors.length > 0 ? errors : warnings
      expect(told).toHaveLength(101)
      expect(told.at(-1)).toMatchObject({
        code: 'TEMPLATE_MORE_PROBLEMS',
        message: expect.stringMatching(/^And \d{4,} more/),
      })
    }
  })

  test('B164: settings without end are one problem, not one for each, also of a tool that is not there', () => {
    const settings = Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`k${index}`, 1]))
    for (const toolClass of [desk.toolClass, 'gone/NoTool']) {
      const tool = { tool_class: toolClass, enabled: true, operations: [], settings }
      const { errors } = world.review(withTools(tool))
      expect(errors).toMatchObject([{ code: 'IMPORT_TOO_LARGE', path: 'tools[0].settings' }])
    }
    // Twice as many are more than a template may have.
    const whole = JSON.stringify(Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`key_${index}`, 1])))
    expect(codesOf(whole)).toEqual(['TEMPLATE_TOO_LARGE'])
  })

  test('B177: limits out of their range', () => {
    for (const agent of [{ max_steps: 1e9 }, { max_retries: -1 }, { retry_after_minutes: 1.5 }, { max_steps: '5' }])
      expect(codesOf({ ...base, agent })).toEqual(['MAX_STEPS_RANGE'])
  })

  test('B178: hidden characters are counted and shown, and imported only after somebody looked', () => {
    const agent = { system_prompt: 'Be kind.\u202e\u200b Line\nbreaks and 👩‍🚀 are fine.' }
    const template = { ...base, agent }
    expect(world.review(template).content?.hidden).toEqual([{ path: 'agent.system_prompt', count: 2 }])
    const error = refused(() => world.import(template))
    expect(error.details).toMatchObject({ errors: [{ code: 'TEMPLATE_HIDDEN_TEXT', path: 'agent.system_prompt' }] })
    refused(() => world.templates.importPayload(template))
    expect(world.import(template, [], true).agent.system_prompt).toBe(agent.system_prompt)
    expect(world.templates.importPayload({ template, hidden_seen: true }).agent.name).toBe('Reader (imported)')
  })

  test('B178: every kind of unseen character counts, also those in which whole texts are hidden', () => {
    const kinds = ['\u00ad', '\u034f', '\u061c', '\u115f', '\u17b4', '\u180b', '\u200b', '\u202e', '\u2028', '\u2066']
    const more = [
      '\u3164',
      '\ufe00',
      '\ufeff',
      '\uffa0',
      '\ufff9',
      '\ue000',
      '\u{1d173}',
      '\u{e0041}',
      '\u{e0100}',
      '\u{e01ef}',
    ]
    for (const unseen of [...kinds, ...more]) {
      const template = { ...base, agent: { system_prompt: `Be kind.${unseen.repeat(3)}` } }
      const told = [unseen.codePointAt(0)?.toString(16), world.review(template).content?.hidden]
      expect(told).toEqual([unseen.codePointAt(0)?.toString(16), [{ path: 'agent.system_prompt', count: 3 }]])
    }
    const seen = { ...base, agent: { system_prompt: 'A\r\n\tline, a ❤️, عدد \u0600١' } }
    expect(world.review(seen).content?.hidden).toEqual([])
  })

  test('B180: the name in the review is the one the agent gets, and one nobody can see is none', () => {
    const odd = { ...base, name: ' A\u202e \n B ' }
    expect(world.review(odd).content?.name).toBe('A B')
    expect(world.import(odd, [], true).agent.name).toBe('A B')
    expect(codesOf({ ...base, name: '\u200b\u2060' })).toEqual(['NAME_INVALID'])
  })

  test('B180: a name that is taken, or looks like one that is', () => {
    world.parts.agents.create({ name: 'Reader' })
    expect(world.import(base).agent.name).toBe('Reader (imported)')
    expect(world.import(base).agent.name).toBe('Reader (imported 2)')
    const cyrillic = { ...base, name: 'Rеаder' }
    const { content, warnings } = world.review(cyrillic)
    expect([content?.name, warnings.map(({ code }) => code)]).toEqual(['Rеаder (imported 3)', ['NAME_LOOKALIKE']])
    expect(freeName('Other', ['Reader'])).toEqual({ name: 'Other', lookalike: null })
    expect(freeName('reader', ['Reader']).lookalike).toBe('Reader')
    expect([...freeName('x'.repeat(200), ['x'.repeat(200)]).name]).toHaveLength(200)
  })

  test('B181: no drawings, no addresses', () => {
    for (const icon of ['<svg onload=x>', 'https://evil.example/a.png', 'M0 0L10 10', 'data:image/svg+xml,x', '../x'])
      expect([icon, codesOf({ ...base, metadata: { icon } })]).toEqual([icon, ['ICON_INVALID']])
    expect(codesOf({ ...base, metadata: { icon: 'bot' } })).toEqual([])
    expect(codesOf({ ...base, metadata: { picture: 'x' } })).toEqual(['UNKNOWN_METADATA_KEY'])
  })

  test('B182: keys of JavaScript’s own, keys that stand twice', () => {
    expect(codesOf('{"id":"a","__proto__":{"x":1}}')).toContain('TEMPLATE_FORBIDDEN_KEY')
    expect(codesOf('{"id":"a","agent":{"constructor":1}}')).toContain('TEMPLATE_FORBIDDEN_KEY')
    expect(codesOf('{"id":"a","id":"b"}')).toContain('TEMPLATE_DUPLICATE_KEY')
    expect(({} as Record<string, unknown>).x).toBeUndefined()
  })

  test('B183: no memories', () => {
    expect(codesOf({ ...base, agent: { system_prompt: 'x', memories: [] } })).toEqual(['UNKNOWN_AGENT_KEY'])
    expect(codesOf({ ...base, memories: [] })).toEqual(['UNKNOWN_TOP_LEVEL_KEY'])
  })
})

describe('the format', () => {
  const bySchema = new Ajv2020({ allErrors: true, strict: true, allowUnionTypes: true }).compile(schema)
  const known = (toolClass: string) => world.parts.registry.byClass(toolClass)

  test('JSON Schema 2020-12 and the checks agree on what is wrong in form', () => {
    const whole = {
      ...base,
      $schema: 'urn:spora:agent-template:1',
      description: 'd',
      agent: {
        description: 'd',
        system_prompt: 'p',
        notes: 'n',
        max_steps: 5,
        allow_followup: true,
        retry_after_minutes: 1,
        max_retries: 2,
      },
      tools: [
        {
          tool_class: desk.toolClass,
          enabled: true,
          operations: [{ name: 'act', enabled: true, auto_approve: false }],
          settings: { safe: true, words: ['a'] },
        },
      ],
      required_plugins: ['acme'],
      metadata: { category: 'data', icon: 'bot', archetype: 'writer', variant_key: 'v1', palette_key: 'teal' },
    }
    expect([validateTemplate(whole, known).errors, bySchema(whole)]).toEqual([[], true])
    const odd = fc.constantFrom<JsonValue>(null, true, 5, 1.5, '', ' ', 'x', [], ['a'], {}, { a: 1 })
    const places = paths(whole)
    fc.assert(
      fc.property(fc.constantFrom(...places), fc.option(odd, { nil: undefined }), (path, value) => {
        const changed = structuredClone(whole) as unknown
        const parent = path.slice(0, -1).reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], changed)
        const key = path.at(-1) as string
        if (value === undefined) delete (parent as Record<string, unknown>)[key]
        else (parent as Record<string, unknown>)[key] = value
        // What the schema refuses, the checks refuse too; they also know the tools and the words.
        if (!bySchema(changed)) expect(validateTemplate(changed, known).valid).toBe(false)
      }),
      { numRuns: loops(10_000) },
    )
  })

  test('what only the schema says has the last word', () => {
    const many = { ...base, required_plugins: Array.from({ length: 101 }, (_, index) => `p${index}`) }
    expect(validateTemplate(many, known).errors).toMatchObject([{ code: 'TEMPLATE_SCHEMA', path: 'required_plugins' }])
  })

  test('docs/agent-templates.md names every field and every code', () => {
    const text = readFileSync(join(import.meta.dirname, '../../../docs/agent-templates.md'), 'utf8')
    const documented = new Set([...text.matchAll(/`([^`\s]+)`/g)].map(match => match[1]))
    const source = readdirSync(import.meta.dirname)
      .filter(name => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .map(name => readFileSync(join(import.meta.dirname, name), 'utf8'))
      .join('\n')
    const said = [...source.matchAll(/'([A-Z]+(?:_[A-Z]+)+)'/g)].map(match => match[1] as string)
    const built = ['ID', 'VERSION'].flatMap(field => ['REQUIRED', 'INVALID', 'PATTERN'].map(end => `${field}_${end}`))
    const elsewhere = ['VALIDATION_ERROR', 'REVISION_CONFLICT', 'SETTINGS_MISSING', 'NOT_FOUND']
    const missing = [...new Set([...said, ...built])].filter(code => !documented.has(code) && !elsewhere.includes(code))
    expect(missing).toEqual([])
    for (const field of [...Object.keys(schema.properties), ...Object.keys(schema.properties.agent.properties)])
      expect([field, documented.has(field)]).toEqual([field, true])
    // The example is one.
    const example = /```json\n([\s\S]*?)\n```/.exec(text)?.[1] ?? ''
    expect(codesOf(example)).toEqual([])
  })

  const one = (tool: JsonValue) => withTools(tool)
  const act = (operation: JsonValue) =>
    withTools({ tool_class: desk.toolClass, enabled: true, operations: [operation] })
  const sets = (settings: JsonValue) =>
    withTools({ tool_class: desk.toolClass, enabled: true, operations: [], settings })
  const about = (metadata: JsonValue) => ({ ...base, metadata })
  const without = (key: keyof typeof base) => Object.fromEntries(Object.entries(base).filter(([each]) => each !== key))

  test.each<[code: string, template: () => unknown, path?: string]>([
    ['EMPTY_PAYLOAD', () => ({})],
    ['EMPTY_PAYLOAD', () => []],
    ['UNKNOWN_TOP_LEVEL_KEY', () => ({ ...base, tool: [] }), 'tool'],
    ['ID_REQUIRED', () => without('id'), 'id'],
    ['ID_INVALID', () => ({ ...base, id: 5 }), 'id'],
    ['ID_PATTERN', () => ({ ...base, id: 'Research/Reader' }), 'id'],
    ['ID_PATTERN', () => ({ ...base, id: 'a/b/c' }), 'id'],
    ['NAME_REQUIRED', () => without('name'), 'name'],
    ['NAME_INVALID', () => ({ ...base, name: ' ' }), 'name'],
    ['VERSION_REQUIRED', () => without('version'), 'version'],
    ['VERSION_INVALID', () => ({ ...base, version: 1 }), 'version'],
    ['VERSION_PATTERN', () => ({ ...base, version: '1.0' }), 'version'],
    ['AGENT_REQUIRED', () => without('agent'), 'agent'],
    ['AGENT_REQUIRED', () => ({ ...base, agent: [] }), 'agent'],
    ['UNKNOWN_AGENT_KEY', () => ({ ...base, agent: { system_prompt: 'x', model: 'y' } }), 'agent.model'],
    ['AGENT_FIELD_TYPE', () => ({ ...base, agent: { system_prompt: 7 } }), 'agent.system_prompt'],
    ['AGENT_FIELD_TYPE', () => ({ ...base, agent: { system_prompt: 'x', allow_followup: 1 } }), 'agent.allow_followup'],
    ['MAX_STEPS_RANGE', () => ({ ...base, agent: { system_prompt: 'x', max_steps: 0 } }), 'agent.max_steps'],
    ['TOOLS_NOT_LIST', () => ({ ...base, tools: {} }), 'tools'],
    ['TOOL_NOT_OBJECT', () => one('core/CalculatorTool'), 'tools[0]'],
    ['TOOL_CLASS_REQUIRED', () => one({ enabled: true, operations: [] }), 'tools[0].tool_class'],
    [
      'TOOL_CLASS_DUPLICATE',
      () => withTools(...[0, 1].map(() => ({ tool_class: CALCULATOR, enabled: true, operations: [] }))),
      'tools[1].tool_class',
    ],
    ['TOOL_ENABLED_REQUIRED', () => one({ tool_class: CALCULATOR, operations: [] }), 'tools[0].enabled'],
    ['OPERATIONS_NOT_LIST', () => one({ tool_class: CALCULATOR, enabled: true }), 'tools[0].operations'],
    ['OPERATION_NOT_OBJECT', () => act('act'), 'tools[0].operations[0]'],
    ['OPERATION_NAME_REQUIRED', () => act({ enabled: true }), 'tools[0].operations[0].name'],
    ['AUTO_APPROVE_TYPE', () => act({ name: 'act', auto_approve: 'yes' }), 'tools[0].operations[0].auto_approve'],
    ['ENABLED_TYPE', () => act({ name: 'act', enabled: null }), 'tools[0].operations[0].enabled'],
    ['SETTINGS_UNKNOWN_KEY', () => sets({ hosts: 'x' }), 'tools[0].settings.hosts'],
    ['SETTINGS_PASSWORD_KEY_FORBIDDEN', () => sets({ api_key: '' }), 'tools[0].settings.api_key'],
    ['SETTINGS_INVALID_VALUE_TYPE', () => sets({ safe: 'true' }), 'tools[0].settings.safe'],
    ['SETTINGS_INVALID_VALUE_TYPE', () => sets([]), 'tools[0].settings'],
    ['REQUIRED_PLUGINS_NOT_LIST', () => ({ ...base, required_plugins: 'weather' }), 'required_plugins'],
    ['REQUIRED_PLUGINS_INVALID', () => ({ ...base, required_plugins: [5] }), 'required_plugins[0]'],
    ['METADATA_NOT_OBJECT', () => about([]), 'metadata'],
    ['UNKNOWN_METADATA_KEY', () => about({ colour: 'red' }), 'metadata.colour'],
    ['METADATA_CATEGORY_TYPE', () => about({ category: 1 }), 'metadata.category'],
    ['METADATA_ICON_TYPE', () => about({ icon: {} }), 'metadata.icon'],
    ['METADATA_ARCHETYPE_TYPE', () => about({ archetype: 1 }), 'metadata.archetype'],
    ['METADATA_VARIANT_KEY_TYPE', () => about({ variant_key: 1 }), 'metadata.variant_key'],
    ['METADATA_PALETTE_KEY_TYPE', () => about({ palette_key: true }), 'metadata.palette_key'],
    ['UNKNOWN_TOOL_KEY', () => one({ tool_class: CALCULATOR, enabled: true, operations: [], x: 1 }), 'tools[0].x'],
    ['UNKNOWN_OPERATION_KEY', () => act({ name: 'act', approve: true }), 'tools[0].operations[0].approve'],
    [
      'OPERATION_DUPLICATE',
      () => withTools({ tool_class: desk.toolClass, enabled: true, operations: [{ name: 'act' }, { name: 'act' }] }),
      'tools[0].operations[1].name',
    ],
  ])('§12.2: %s is an error, alone and with its place', (code, template, path) => {
    const { valid, errors } = validateTemplate(template(), known)
    expect(valid).toBe(false)
    expect(errors.map(error => [error.code, error.path])).toEqual([[code, path]])
    expect(codesOf(template())).toEqual([code])
  })

  test.each<[code: string, template: () => unknown, path: string]>([
    ['SYSTEM_PROMPT_MISSING', () => ({ ...base, agent: {} }), 'agent.system_prompt'],
    ['OPERATION_UNKNOWN', () => act({ name: 'fly', enabled: true }), 'tools[0].operations[0].name'],
    ['METADATA_CATEGORY_UNKNOWN', () => about({ category: 'fun' }), 'metadata.category'],
    ['METADATA_ARCHETYPE_UNKNOWN', () => about({ archetype: 'pirate' }), 'metadata.archetype'],
    ['METADATA_VARIANT_KEY_UNKNOWN', () => about({ variant_key: 'v9' }), 'metadata.variant_key'],
    ['METADATA_PALETTE_KEY_UNKNOWN', () => about({ palette_key: 'mauve' }), 'metadata.palette_key'],
  ])('§12.2: %s is a warning and keeps nothing out', (code, template, path) => {
    const { valid, errors, warnings } = validateTemplate(template(), known)
    expect([valid, errors, warnings.map(each => [each.code, each.path])]).toEqual([true, [], [[code, path]]])
    expect(world.import(template()).warnings.map(warning => warning.code)).toEqual([code])
  })

  test('R13: every sentence is short and says where', () => {
    const odd = {
      zzz: 1,
      id: 'A',
      version: 'x',
      agent: 5,
      tools: [{ foo: 1 }, 'x'],
      metadata: 1,
      required_plugins: [5],
    }
    const { errors } = validateTemplate(odd, known)
    expect(errors.length).toBeGreaterThan(8)
    for (const { message } of errors) expect([message, message.length <= 500]).toEqual([message, true])
  })
})

describe('import', () => {
  const setting = (settings: Record<string, JsonValue>) =>
    withTools({ tool_class: desk.toolClass, enabled: true, operations: [], settings })

  test('§12.3: the agent, its limits, tools, settings and notes, and where it came from', () => {
    const template = {
      ...setting({
        host: 'https://other.example.com',
        timeout: 5,
        safe: false,
        region: 'us',
        words: ['a', 'b'],
        greeting: '',
      }),
      agent: { description: 'd', system_prompt: 'p', notes: 'n', max_steps: 7, allow_followup: false, max_retries: 3 },
    }
    const {
      agent,
      warnings,
      tools_enabled: tools,
    } = world.import(template, [], false, [{ tool_class: desk.toolClass, key: 'host' }])
    expect(warnings).toEqual([])
    expect(agent).toMatchObject({
      name: 'Reader',
      description: 'd',
      system_prompt: 'p',
      max_steps: 7,
      allow_followup: false,
      max_retries: 3,
      retry_after_minutes: 0,
      template: { id: 'research/reader', version: '1.0.0' },
      created_by: null,
    })
    expect(world.notes.read(agent.id)).toBe('n')
    expect(tools).toEqual([
      { tool_class: desk.toolClass, enabled: true, operations_applied: 0, settings_applied: 6, warnings: [] },
    ])
    expect(world.parts.config.getEffectiveSettings(desk.toolClass, agent.id, 1)).toEqual({
      folder: '/srv/desk',
      host: 'https://other.example.com',
      timeout: 5,
      safe: false,
      region: 'us',
      skills: [],
      targets: [],
      words: ['a', 'b'],
      greeting: '',
    })
  })

  test('§12.3: tools and plugins that are not here are named, and the rest is imported', () => {
    const template = {
      ...withTools(
        { tool_class: 'maps/MapTool', enabled: true, operations: [] },
        { tool_class: CALCULATOR, enabled: true, operations: [] },
      ),
      required_plugins: ['acme', 'maps', 'vendor/maps-two'],
    }
    const review = world.review(template)
    expect(review.content?.missing_plugins).toEqual(['maps', 'vendor/maps-two'])
    expect(review.content?.tools.map(({ state }) => state)).toEqual(['missing', 'on'])
    expect(review.warnings.map(({ code }) => code)).toEqual(['PLUGIN_MISSING', 'PLUGIN_MISSING', 'TOOL_PLUGIN_MISSING'])
    const { agent, tools_enabled: tools } = world.import(template)
    expect(world.parts.activation.enabledClasses(agent.id)).toEqual([CALCULATOR])
    expect(tools.map(({ enabled }) => enabled)).toEqual([false, true])
  })

  test('C5: a tool whose settings are missing stays off, keeps what was chosen, and says what it needs', () => {
    const tool = { tool_class: 'acme/SearchTool', enabled: true, operations: [{ name: 'search', auto_approve: false }] }
    expect(world.review(withTools(tool)).content?.tools[0]).toMatchObject({
      state: 'needs_settings',
      missing_required: ['API Key'],
    })
    const { agent, tools_enabled: tools } = world.import(withTools(tool))
    expect(tools[0]).toMatchObject({
      enabled: false,
      operations_applied: 1,
      warnings: [{ code: 'TOOL_NEEDS_CONFIGURATION' }],
    })
    expect(world.parts.activation.enabledClasses(agent.id)).toEqual([])
  })

  test('C3: values the tool would not take from a person are left out and said', () => {
    const { agent, tools_enabled: tools } = world.import(
      setting({ timeout: 500, region: 'mars', host: 'ftp://x', skills: ['tax', 'law'], targets: ['Nobody', '1'] }),
    )
    expect(tools[0]?.warnings.map(({ code, path }) => `${code} ${path}`)).toEqual([
      'SETTING_REFUSED tools[0].settings.timeout',
      'SETTING_REFUSED tools[0].settings.region',
      'SETTING_REFUSED tools[0].settings.host',
      'SKILL_MISSING tools[0].settings.skills',
      'AGENT_MISSING tools[0].settings.targets',
      'AGENT_MISSING tools[0].settings.targets',
    ])
    expect(world.parts.config.getEffectiveSettings(desk.toolClass, agent.id, 1)).toMatchObject({
      skills: ['tax'],
      targets: [],
      safe: true,
    })
  })

  test('all or nothing: an error keeps all of it out, and what was reviewed is what is imported', () => {
    expect(refused(() => world.import({ ...base, version: 'x' })).details).toMatchObject({
      errors: [{ code: 'VERSION_PATTERN' }],
    })
    const { sha256 } = world.review(base)
    const other = asFile({ ...base, name: 'Other' })
    expect(refused(() => world.templates.importReviewed({ file: other }, sha256, NOTHING_AGREED, false)).code).toBe(
      'REVISION_CONFLICT',
    )
    expect(
      refused(() => world.templates.importReviewed({ key: 'user/gone.json' }, sha256, NOTHING_AGREED, false)).code,
    ).toBe('NOT_FOUND')
  })

  test('REST of the seed: a template as the body, or beside what the operator agrees to', () => {
    const tool = { tool_class: mail.toolClass, enabled: true, operations: [{ name: 'send', auto_approve: true }] }
    const free = (id: number) => rightsTo(world.parts.activation, id, mail).get('send')
    expect(free(world.templates.importPayload(withTools(tool)).agent.id)).toBe('asks')
    const consent = [{ tool_class: mail.toolClass, operation: 'send' }]
    expect(free(world.templates.importPayload({ template: withTools(tool), without_asking: consent }).agent.id)).toBe(
      'free',
    )
    for (const body of [null, 'x', [], {}, { template: null }, { template: { ...base, foo: 1 } }])
      expect(refused(() => world.templates.importPayload(body)).code).toBe('VALIDATION_ERROR')
    for (const wrong of [null, 'all', [null], ['send'], [{ tool_class: mail.toolClass }], { 0: consent[0] }])
      for (const field of ['without_asking', 'addresses'])
        expect(refused(() => world.templates.importPayload({ template: base, [field]: wrong })).details).toMatchObject({
          errors: [{ code: 'CONSENT_INVALID', path: expect.stringContaining(field) }],
        })
  })

  test('R12: no setting leads a tool to another address without a word of the operator, also of a tool that is off', () => {
    const key = { tool_class: desk.toolClass, key: 'host' }
    const host = (id: number) => world.parts.config.getEffectiveSettings(desk.toolClass, id, 1).host
    for (const address of ['http://127.0.0.1:8080/x', 'https://evil.example', 'https://api.example.com:444']) {
      const template = setting({ host: address })
      expect(world.review(template).content?.tools[0]?.settings).toEqual([
        { key: 'host', label: 'Host', value: address, address: new URL(address).origin },
      ])
      const { agent, tools_enabled: tools } = world.import(template)
      expect(host(agent.id)).toBe('https://api.example.com')
      expect(tools[0]).toMatchObject({
        settings_applied: 0,
        warnings: [{ code: 'ADDRESS_NOT_AGREED', path: 'tools[0].settings.host' }],
      })
      expect(host(world.import(template, [], false, [key]).agent.id)).toBe(address)
      const off = withTools({ ...(template.tools[0] as object), enabled: false })
      expect(host(world.import(off).agent.id)).toBe('https://api.example.com')
      expect(host(world.templates.importPayload(template).agent.id)).toBe('https://api.example.com')
      expect(host(world.templates.importPayload({ template, addresses: [key] }).agent.id)).toBe(address)
    }
    // An address written into a setting of another kind is one all the same.
    expect(world.review(setting({ greeting: ' http://10.0.0.7/' })).content?.tools[0]?.settings[0]?.address).toBe(
      'http://10.0.0.7',
    )
    // Where the tool goes already, or the operator has sent it, needs no word.
    const other = setting({ host: 'https://api.example.com/v2', greeting: 'Hi' })
    expect(world.review(other).content?.tools[0]?.settings.map(({ address }) => address)).toEqual([null, null])
    world.set(desk, { scope: 'global' }, { host: 'https://own.example.com' })
    expect(world.import(setting({ host: 'https://own.example.com/v2' })).tools_enabled[0]?.settings_applied).toBe(1)
  })
})

describe('export', () => {
  /** An agent with everything an agent can have. */
  function full(): number {
    const { agents, activation } = world.parts
    const friend = agents.create({ name: 'Friend' }).id
    const { id } = agents.create({
      name: 'Desk clerk',
      description: 'd',
      system_prompt: 'p',
      max_steps: 9,
      allow_followup: false,
      retry_after_minutes: 3,
      max_retries: 2,
    })
    world.notes.write(id, 'Remember this.')
    world.set(
      desk,
      { scope: 'agent', agent_id: id },
      {
        api_key: 'k-canary-7',
        host: 'https://me:k-canary-8@x.example',
        timeout: 7,
        safe: false,
        region: 'eu',
        skills: ['tax'],
        targets: [friend],
        words: ['x'],
      },
    )
    world.save(desk, { scope: 'agent', agent_id: id }, { key: 'greeting', action: 'empty' })
    activation.setTool(id, desk.toolClass, true)
    activation.setTool(id, mail.toolClass, true)
    activation.setOperation(id, mail.toolClass, 'send', { requires_approval: false })
    activation.setOperation(id, mail.toolClass, 'hidden', { enabled: true })
    activation.setOperation(id, CALCULATOR, 'calculate', { requires_approval: true })
    return id
  }
  const consents = ['list', 'send', 'purge', 'hidden', 'act'].flatMap(operation =>
    [mail.toolClass, desk.toolClass].map(tool_class => ({ tool_class, operation })),
  )

  test('L6, §12.4: everything but secrets, which are named as left out, and what means nothing elsewhere', () => {
    const { template, text, file_name, left_out } = world.templates.export(full(), {})
    expect(text).toBe(`${JSON.stringify(template, null, 2)}\n`)
    expect(text).not.toContain('canary')
    expect(file_name).toBe('desk-clerk.json')
    expect(left_out).toEqual(['Secrets of desk.', 'Host of desk: the address carries a password.'])
    expect(template).toEqual({
      $schema: 'urn:spora:agent-template:1',
      id: 'desk-clerk',
      name: 'Desk clerk',
      version: '1.0.0',
      agent: {
        description: 'd',
        system_prompt: 'p',
        notes: 'Remember this.',
        max_steps: 9,
        allow_followup: false,
        retry_after_minutes: 3,
        max_retries: 2,
      },
      tools: [
        {
          tool_class: desk.toolClass,
          enabled: true,
          operations: [],
          settings: {
            timeout: 7,
            safe: false,
            region: 'eu',
            skills: ['tax'],
            targets: ['Friend'],
            words: ['x'],
            greeting: '',
          },
        },
        {
          tool_class: mail.toolClass,
          enabled: true,
          operations: [
            { name: 'hidden', enabled: true },
            { name: 'send', auto_approve: true },
          ],
        },
        { tool_class: CALCULATOR, enabled: false, operations: [{ name: 'calculate', auto_approve: false }] },
      ],
      required_plugins: ['acme'],
    })
    const without = world.templates.export(2, { settings: false, notes: false })
    expect(without.left_out).toEqual(['The settings of desk.', 'The notes.'])
    expect(without.text).not.toMatch(/Remember|timeout/)
  })

  test('L6: only secrets that are there are said to be left out, and no list carries one', () => {
    const { activation, agents } = world.parts
    const id = agents.create({ name: 'Clerk' }).id
    activation.setTool(id, desk.toolClass, true)
    const leftOut = () => world.templates.export(id, {}).left_out
    expect(leftOut()).toEqual([])
    world.set(desk, { scope: 'global' }, { api_key: 'k-canary-9' })
    expect(leftOut()).toEqual(['Secrets of desk.'])
    world.set(desk, { scope: 'agent', agent_id: id }, { words: ['x', 'https://me:k-canary-8@x.example'] })
    expect(world.templates.export(id, {}).text).not.toContain('canary')
    expect(leftOut()).toEqual(['Secrets of desk.', 'Words of desk: the address carries a password.'])
  })

  test('R12, P7: an operation that has outgrown what was allowed is not exported as allowed', () => {
    const { activation, agents, database } = world.parts
    const id = agents.create({ name: 'Clerk' }).id
    activation.setOperation(id, mail.toolClass, 'send', { requires_approval: false })
    activation.setOperation(id, mail.toolClass, 'purge', { enabled: true, requires_approval: false })
    const exported = () => (world.templates.export(id, {}).template as AgentTemplate).tools?.[0]?.operations
    const enabled = { name: 'purge', enabled: true }
    expect(exported()).toEqual([
      { ...enabled, auto_approve: true },
      { name: 'send', auto_approve: true },
    ])
    database.sqlite.exec("UPDATE agent_tool_operation_overrides SET chosen_for = 'none'")
    expect(exported()).toEqual([enabled])
  })

  test('T-EXP-01: out and in again loses nothing but secrets', () => {
    const id = full()
    const { template } = world.templates.export(id, {})
    const { agent, warnings, tools_enabled: tools } = world.import(template, consents)
    expect([warnings, tools.flatMap(tool => tool.warnings)]).toEqual([[], []])
    const again = world.templates.export(agent.id, {}).template as AgentTemplate
    expect(again).toEqual(template)
    for (const tool of world.parts.registry.list())
      expect(rightsTo(world.parts.activation, agent.id, tool)).toEqual(rightsTo(world.parts.activation, id, tool))
  })

  test('T-EXP-01: what a template says of itself comes out again', () => {
    const template = {
      ...base,
      $schema: 'https://x',
      description: 'For people.',
      version: '2.1.0-beta',
      required_plugins: ['vendor/name'],
      metadata: { category: 'media', icon: 'globe', palette_key: 'teal' },
    }
    const { agent } = world.import(template)
    const { template: again } = world.templates.export(agent.id, {})
    expect(again).toMatchObject(template)
    // The app's own names stay the app's own.
    world.put('core', 'a.json', JSON.stringify({ ...base, id: 'core/reader' }))
    const { sha256 } = world.templates.review({ key: 'core/a.json' })
    const own = world.templates.importReviewed({ key: 'core/a.json' }, sha256, NOTHING_AGREED, false).agent
    expect(world.templates.export(own.id, {}).template).toMatchObject({ id: 'reader', name: 'Reader' })
  })

  test('R12: without a word of the operator, an import can do no more than what was exported', () => {
    const choice = fc.option(fc.boolean(), { nil: null })
    const operation = fc.record({
      name: fc.constantFrom('list', 'send', 'purge', 'hidden'),
      enabled: choice,
      asks: choice,
    })
    fc.assert(
      fc.property(fc.boolean(), fc.array(operation, { maxLength: 6 }), (enabled, operations) => {
        const { agents, activation, database } = world.parts
        database.sqlite.exec('SAVEPOINT trial')
        try {
          const { id } = agents.create({ name: 'Original' })
          activation.setTool(id, mail.toolClass, enabled)
          for (const { name, enabled: on, asks } of operations)
            activation.setOperation(id, mail.toolClass, name, { enabled: on, requires_approval: asks })
          const copy = world.templates.importPayload(world.templates.export(id, {}).template).agent.id
          const before = rightsTo(activation, id, mail)
          for (const [name, right] of rightsTo(activation, copy, mail))
            expect([name, right, exceeds(right, before.get(name) ?? 'off')]).toEqual([name, right, false])
          // And for those who agree to it, it is the same agent.
          const template = world.templates.export(id, {}).template
          const same = world.templates.importPayload({ template, without_asking: consents }).agent.id
          expect(rightsTo(activation, same, mail)).toEqual(before)
        } finally {
          database.sqlite.exec('ROLLBACK TO trial; RELEASE trial')
        }
      }),
      { numRuns: loops(500) },
    )
  })
})

describe('the library', () => {
  test('§12.5: every *.json of each folder, also what is wrong, with the reason', () => {
    world.put('core', 'a.json', JSON.stringify({ ...base, id: 'core/a', metadata: { category: 'data', icon: 'bot' } }))
    world.put('core', 'note.txt', 'x')
    world.put('user', 'broken.json', '{')
    world.put('user', 'large.json', Buffer.alloc(TEMPLATE_LIMIT + 1, 0x20))
    world.put('acme', 'c.json', JSON.stringify({ ...base, id: 'acme/c', tools: [] }))
    expect(
      world.templates
        .list()
        .map(({ key, id, category, has_warnings, problems }) => [key, id, category, has_warnings, problems[0]?.code]),
    ).toEqual([
      ['core/a.json', 'core/a', 'data', false, undefined],
      ['user/broken.json', 'broken', 'general', true, 'TEMPLATE_JSON'],
      ['user/large.json', 'large', 'general', true, 'TEMPLATE_TOO_LARGE'],
      ['acme/c.json', 'acme/c', 'general', false, undefined],
    ])
  })

  test('promise 4: whatever stands in a file, it is one template that cannot be used, and the others are listed', () => {
    const LONG = 'x'.repeat(50_000)
    const fields = ['id', 'name', 'description', 'version', 'agent', 'tools', 'required_plugins', 'metadata', '$schema']
    const odd = fc.oneof(
      fc.jsonValue(),
      fc.constantFrom<unknown>(
        { toString: 1 },
        [{ toString: 1 }],
        [[{ valueOf: 1, toString: 1 }]],
        LONG,
        { [LONG]: 1 },
        [{ tool_class: LONG, enabled: true, operations: [{ name: LONG }], settings: { [LONG]: LONG } }],
      ),
    )
    world.put('core', 'sound.json', JSON.stringify({ ...base, id: 'core/a' }))
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...fields), odd), template => {
        world.put('acme', 'odd.json', JSON.stringify({ ...base, ...template }))
        const [sound, view] = world.templates.list()
        expect([sound?.id, view?.filename]).toEqual(['core/a', 'odd.json'])
        expect(JSON.stringify(view).length).toBeLessThan(20_000)
        const { errors, warnings } = world.review({ ...base, ...template })
        for (const { message, path } of [...errors, ...warnings])
          expect(message.length + (path?.length ?? 0)).toBeLessThanOrEqual(701)
      }),
      { numRuns: loops(500) },
    )
  })

  test('every shipped template is sound, and every tool, operation and setting it names exists', () => {
    const folder = join(import.meta.dirname, '../../../agent-templates')
    const tools = new Map(
      builtinTools({} as never).map(instance => {
        const tool = registerBuiltin(instance)
        return [tool.toolClass, tool]
      }),
    )
    const files = readdirSync(folder)
    expect(files.length).toBeGreaterThanOrEqual(3)
    for (const file of files) {
      const bytes = readFileSync(join(folder, file))
      const { template, errors, warnings } = judgeTemplate(bytes, 'core', toolClass => tools.get(toolClass))
      expect([file, errors, warnings]).toEqual([file, [], []])
      for (const { tool_class: toolClass } of template?.tools ?? [])
        expect([file, tools.has(toolClass)]).toEqual([file, true])
    }
  })
})

/** Every place in a value, as the keys that lead to it. */
function paths(value: unknown, at: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return at.length > 0 ? [at] : []
  return [...(at.length > 0 ? [at] : []), ...Object.entries(value).flatMap(([key, item]) => paths(item, [...at, key]))]
}
