import type { JsonSchema } from '@spora/sdk'
import { describe, expect, test } from 'vitest'
import { canonicalSchema } from '../src/main/tools/canonical-schema.ts'
import { checkArguments } from '../src/main/tools/check-arguments.ts'
import { qualifiedName, registeredTool } from '../src/main/tools/create-registered-tool.ts'
import { compileForDialect, DIALECTS, type DialectName } from '../src/main/tools/dialects/compile-for-dialect.ts'
import { inProcessRunner } from '../src/main/tools/in-process-runner.ts'
import { parseArguments } from '../src/main/tools/parse-arguments.ts'
import { ToolRegistry } from '../src/main/tools/tool-registry.ts'
import { wireNames } from '../src/main/tools/wire-names.ts'
import { PROVIDER_RULES } from './dialect-rules/rules.ts'
import { toolMetadata } from './tool-metadata.ts'

/*
 * What users of other programs ran into, row by row: names, schemas and arguments that an API or a program refused,
 * dropped or misread. The titles begin with the row's id.
 */

const EVERY = Object.keys(DIALECTS) as DialectName[]
/** What every provider takes as the name of a function. */
const WIRE = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/

const wire = (...names: string[]) => names.map(name => wireNames(names).wire(name))
const tool = (name: string, slug: string | null) =>
  registeredTool({ metadata: toolMetadata([], [], name), slug, runner: inProcessRunner(null as never, name, {}) })

function sent(schema: JsonSchema, dialect: DialectName): JsonSchema | null {
  const compiled = compileForDialect(schema, dialect)
  if (!compiled.ok) throw new Error(compiled.reason)
  expect(PROVIDER_RULES[dialect](compiled.schema)).toEqual([])
  return compiled.schema
}

describe('D: names', () => {
  test('D1: a name with a dot is refused by the API, so another goes out and comes back', () => {
    const names = wireNames(['calendar.respondToEvent'])
    const [out = ''] = wire('calendar.respondToEvent')
    expect(out).toMatch(WIRE)
    expect(names.canonical(out)).toBe('calendar.respondToEvent')
  })

  test('D2: dots, slashes and spaces all become the strictest name there is', () => {
    for (const name of wire('a.b', 'a/b', 'a b', 'api/v1/users list')) expect(name).toMatch(WIRE)
  })

  test('D4: slug:name is what people see; slug__name is what the model calls', () => {
    expect(qualifiedName('acme-search', 'web_search')).toBe('acme-search:web_search')
    expect(wire('acme-search:web_search')).toEqual(['acme-search__web_search'])
  })

  test('D5: of two long names that begin alike, neither becomes the other', () => {
    const create = 'mcp:create_confluence_page_with_attachments_and_permissions_for_all'
    const remove = 'mcp:delete_confluence_page_with_attachments_and_permissions_for_all'
    const names = wireNames([create, remove])
    expect(names.canonical(names.wire(create))).toBe(create)
    expect(names.canonical(names.wire(remove))).toBe(remove)
    expect(names.wire(create)).toMatch(/create.*_[0-9a-f]{8}$/)
  })

  test('D6: what tells two names apart is often at their end, and stays readable', () => {
    const stem = 'x'.repeat(70)
    const [first = '', second = ''] = wire(`mcp:${stem}_create`, `mcp:${stem}_delete`)
    expect(first).not.toBe(second)
    expect([first, second].map(name => /(create|delete)_[0-9a-f]{8}$/.test(name))).toEqual([true, true])
  })

  test('D8: two plugins and the core may all have a tool of one name; nobody shadows anybody', () => {
    const registry = new ToolRegistry()
    registry.register([tool('search', null), tool('search', 'acme'), tool('search', 'beta')])
    expect(registry.list().map(each => each.qualifiedName)).toEqual(['search', 'acme:search', 'beta:search'])
    expect(new Set(wire('search', 'acme:search', 'beta:search')).size).toBe(3)
    expect(() => registry.register([tool('search', 'acme')])).toThrow(/registered already/)
  })

  test('D9: a slug takes at most 24 of the 64 characters', () => {
    expect(wire(`${'s'.repeat(40)}:${'t'.repeat(60)}`)[0]).toMatch(/^s{24}__t+_[0-9a-f]{8}$/)
  })
})

describe('E: schemas', () => {
  test.each(EVERY)('E1: %s: a union at the top becomes one object; our own check keeps the whole', dialect => {
    const branches = [
      { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
      { type: 'object', properties: { url: { type: 'string' } }, required: ['url'] },
    ]
    for (const keyword of ['oneOf', 'anyOf', 'allOf'])
      expect(Object.keys(sent({ [keyword]: branches }, dialect)?.properties as object)).toEqual(['path', 'url'])
  })

  test('E3: an object without properties has the form each API wants', () => {
    for (const dialect of EVERY)
      if (dialect === 'gemini') expect(sent({ type: 'object' }, dialect)).toBeNull()
      else expect(sent({ type: 'object' }, dialect)).toMatchObject({ type: 'object', properties: {} })
    const nested = { type: 'object', properties: { options: { type: 'object', properties: {} } } }
    for (const dialect of EVERY) sent(nested, dialect)
  })

  test.each(EVERY)('E4: %s: a parameter named like a keyword of JSON Schema is a parameter', dialect => {
    const names = ['properties', 'required', 'type', 'items', 'enum', 'anyOf', 'allOf', 'default', 'nullable', 'format']
    const properties = Object.fromEntries(names.map(name => [name, { type: 'string', description: 'D.' }]))
    expect(sent({ type: 'object', properties, required: names }, dialect)?.properties).toEqual(properties)
  })

  test('E5: a list or null stays a list with its items, for Gemini as nullable', () => {
    const schema = { type: 'object', properties: { a: { type: ['array', 'null'], items: { type: 'string' } } } }
    for (const dialect of EVERY) expect(sent(schema, dialect)).toHaveProperty('properties.a.items.type', 'string')
    expect(sent(schema, 'gemini')).toHaveProperty('properties.a', {
      type: 'array',
      items: { type: 'string' },
      nullable: true,
    })
  })

  test.each(EVERY)('E7: %s: types written as a list are read as well as types written as a text', dialect => {
    const schema = { type: ['object'], properties: { a: { type: ['string', 'null'] }, b: { type: ['string'] } } }
    expect(Object.keys(sent(schema, dialect)?.properties as object)).toEqual(['a', 'b'])
  })

  test.each(EVERY)('E8: %s: a list without items gets some', dialect => {
    expect(sent({ type: 'object', properties: { a: { type: 'array' } } }, dialect)).toHaveProperty('properties.a.items')
  })

  test('E9: elements of another kind than declared are refused by their place, never dropped', () => {
    const metadata = toolMetadata(
      [],
      [{ name: 'people', type: 'array', description: 'Who.', items: { type: 'string' } }],
      'invite',
    )
    const checked = checkArguments(metadata, 'invite', { people: [{ name: 'Ada' }, 'Bob'] })
    expect(checked).toMatchObject({ ok: false, problems: [{ path: '/people/0' }] })
  })

  test('E11: what one operation requires is required of no other, and said in words', () => {
    const metadata = toolMetadata(
      [{ name: 'now' }, { name: 'format' }],
      [{ name: 'epoch', type: 'integer', description: 'When.', required: ['format'] }],
    )
    expect(canonicalSchema(metadata).required).toEqual(['action'])
    for (const dialect of EVERY)
      expect(JSON.stringify(sent(canonicalSchema(metadata), dialect))).toContain('Required when action is format.')
    expect(checkArguments(metadata, 'now', {}).ok).toBe(true)
    expect(checkArguments(metadata, 'format', {}).ok).toBe(false)
  })
})

describe('F: arguments', () => {
  const metadata = toolMetadata(
    [],
    [
      { name: 'depth', type: 'integer', description: 'Depth.', required: false },
      { name: 'flag', type: 'boolean', description: 'Flag.', required: false },
      { name: 'tags', type: 'array', description: 'Tags.', items: { type: 'string' }, required: false },
    ],
    'walk',
  )

  test('F1, F2: no text at all means no arguments, and the tool runs', () => {
    for (const text of ['', null, undefined, '  ']) expect(parseArguments(text)).toEqual({ kind: 'empty' })
    expect(checkArguments(metadata, 'walk', {}).ok).toBe(true)
  })

  test('F4: an error says where, what was expected and what came', () => {
    const checked = checkArguments(metadata, 'walk', { depth: 'three' })
    expect(checked).toMatchObject({
      ok: false,
      problems: [{ path: '/depth', message: expect.stringMatching(/depth.*whole number.*three/s) }],
    })
  })

  test('F5: a Windows path that is no JSON is refused with advice', () => {
    for (const text of ['{"files": E:\\Chat gpt\\file.md}', '{"path":"C:\\Users"}'])
      expect(parseArguments(text)).toMatchObject({ kind: 'malformed', code: 'CALL_ARGS_JSON' })
    const parsed = parseArguments('{"path":"C:\\Users"}')
    expect(parsed.kind === 'malformed' && parsed.message).toContain('/')
  })

  test('F6: nothing is repaired into control characters: a path is what was written, or refused', () => {
    expect(parseArguments('{"path":"C:\\bin\\new"}')).toEqual({
      kind: 'ok',
      value: { path: 'C:\bin\new' },
      unwrapped: false,
    })
    // Written so by the model itself; the approval shows it with every invisible character visible.
    expect(parseArguments('{"path":"C:\\bin\\qew"}')).toMatchObject({ kind: 'malformed' })
  })

  test('F8: broken JSON is never repaired: line breaks between tokens, LaTeX, swallowed escapes', () => {
    for (const text of ['{"a":1,\\n"b":2}', '{"a":"\\frac \\sqrt"}', '{"a":"\\m"}', "{'a':1}", '{"a":1,}'])
      expect(parseArguments(text).kind, text).toBe('malformed')
  })

  test('F9: texts that are exactly a number, a boolean or a list are read as such, never by truthiness', () => {
    expect(checkArguments(metadata, 'walk', { depth: '3', flag: 'false', tags: '["a"]' })).toEqual({
      ok: true,
      value: { depth: 3, flag: false, tags: ['a'] },
      coerced: ['/depth', '/flag', '/tags'],
    })
    expect(checkArguments(metadata, 'walk', { flag: 'yes' }).ok).toBe(false)
  })

  test('F10: what cannot be read is malformed, what is no object is refused; neither runs with nothing', () => {
    expect(parseArguments('{"a":')).toMatchObject({ kind: 'malformed', code: 'CALL_ARGS_JSON' })
    expect(parseArguments('"5"')).toMatchObject({ kind: 'malformed', code: 'CALL_ARGS_NOT_OBJECT' })
    expect(parseArguments('5')).toMatchObject({ kind: 'malformed', code: 'CALL_ARGS_NOT_OBJECT' })
  })
})
