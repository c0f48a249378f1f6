import type { JsonSchema } from '@spora/sdk'
import { expect, test } from 'vitest'
import { PROVIDER_RULES } from '../../../../test/dialect-rules/rules.ts'
import { toolMetadata } from '../../../../test/tool-metadata.ts'
import { canonicalSchema } from '../canonical-schema.ts'
import { compileForDialect, type DialectName } from './compile-for-dialect.ts'

const RESTRICTED = ['openai_strict', 'gemini', 'minimal'] as const

function compiled(schema: JsonSchema, dialect: DialectName): JsonSchema | null {
  const result = compileForDialect(schema, dialect)
  if (!result.ok) throw new Error(result.reason)
  expect(PROVIDER_RULES[dialect](result.schema)).toEqual([])
  return result.schema
}

/** What one parameter with this schema becomes. */
function property(schema: JsonSchema, dialect: DialectName, required = true): unknown {
  const { properties } = compiled(
    { type: 'object', properties: { a: schema }, required: required ? ['a'] : [] },
    dialect,
  ) as { properties: Record<string, unknown> }
  return properties.a
}

/** In the order openai_strict, gemini, minimal. */
function inEach(schema: JsonSchema, required = true): unknown[] {
  return RESTRICTED.map(dialect => property(schema, dialect, required))
}

test('E11, S4: what is required by one operation is said in words', () => {
  const metadata = toolMetadata(
    [{ name: 'now' }, { name: 'format' }],
    [{ name: 'epoch', type: 'integer', description: 'Unix time.', required: ['format'] }],
  )
  const action = { type: 'string', description: 'The operation to perform: now, format', enum: ['now', 'format'] }
  const words = 'Unix time. Required when action is format.'
  const [strict, gemini, minimal] = RESTRICTED.map(dialect => compiled(canonicalSchema(metadata), dialect))
  expect(strict).toEqual({
    type: 'object',
    properties: { action, epoch: { type: ['integer', 'null'], description: `${words} Null: left out.` } },
    required: ['action', 'epoch'],
    additionalProperties: false,
  })
  const loose = { action, epoch: { type: 'integer', description: words } }
  expect(gemini).toEqual({ type: 'object', properties: loose, required: ['action'] })
  expect(minimal).toEqual({ type: 'object', properties: loose, required: ['action'] })
})

test.each(RESTRICTED)('E1: %s: branches at the top become one object; what differs is said', dialect => {
  const schema = compiled(
    {
      oneOf: [
        { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
        { type: 'object', properties: { url: { type: 'string' } }, required: ['url'] },
      ],
    },
    dialect,
  )
  expect(schema).toMatchObject({ type: 'object', description: 'Send one of: (path) or (url).' })
  expect(Object.keys(schema?.properties as object)).toEqual(['path', 'url'])
})

test('E3: a tool without arguments: an empty object, and nothing at all for Gemini', () => {
  expect(compiled({ type: 'object' }, 'openai_strict')).toEqual({
    type: 'object',
    properties: {},
    required: [],
    additionalProperties: false,
  })
  expect(compiled({ type: 'object' }, 'gemini')).toBeNull()
  expect(compiled({ type: 'object' }, 'minimal')).toEqual({ type: 'object', properties: {}, required: [] })
})

test('E3: an object whose keys are not known travels as JSON text where an API knows none', () => {
  expect(inEach({ type: 'object', description: 'Headers.' })).toEqual([
    { type: 'string', description: 'Headers. An object, written as JSON.' },
    { type: 'string', description: 'Headers. An object, written as JSON.' },
    { type: 'object', description: 'Headers.' },
  ])
})

test.each(RESTRICTED)('E4: %s: parameters named like keywords of JSON Schema stay parameters', dialect => {
  const names = 'properties required type items enum allOf anyOf not if then default const nullable'.split(' ')
  const properties = Object.fromEntries(names.map(name => [name, { type: 'string', description: name }]))
  const schema = compiled({ type: 'object', properties, required: names }, dialect)
  expect(schema?.properties).toEqual(properties)
  expect(schema?.required).toEqual(names)
})

test('E5, E7: a list of types with null is one type that may be null; its siblings stay with it', () => {
  const schema = { type: ['array', 'null'], description: 'D', items: { type: 'string', description: 'I' } }
  const items = { type: 'string', description: 'I' }
  expect(inEach(schema)).toEqual([
    { type: ['array', 'null'], description: 'D', items },
    { type: 'array', description: 'D', items, nullable: true },
    { type: 'array', description: 'D', items },
  ])
})

test('E8: a list says what its items are, also when the author does not', () => {
  const text = { type: 'string', description: 'Any value; what is not text is written as JSON.' }
  expect(inEach({ type: 'array', description: 'D' })).toEqual([
    {
      type: 'array',
      description: 'D',
      items: {
        anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }],
        description: 'What is not a text, a number or true or false is written as JSON.',
      },
    },
    { type: 'array', description: 'D', items: text },
    { type: 'array', description: 'D', items: text },
  ])
})

test('W3: limits, formats and defaults that a schema must not say are said in words', () => {
  const schema = { type: 'integer', description: 'Hours', minimum: 1, maximum: 24, default: 3 }
  expect(inEach(schema, false)).toEqual([
    { type: ['integer', 'null'], description: 'Hours. From 1 to 24. Default: 3. Null: left out.' },
    { type: 'integer', description: 'Hours. Default: 3.', minimum: 1, maximum: 24 },
    { type: 'integer', description: 'Hours. From 1 to 24. Default: 3.' },
  ])
  expect(inEach({ type: 'string', description: 'When', format: 'date' })).toEqual(
    Array(3).fill({ type: 'string', description: 'When. Format: date.' }),
  )
})

test('W3: choices that are no texts are said where an API lists only texts', () => {
  expect(inEach({ enum: [1, 2], description: 'Level.' })).toEqual([
    { type: 'integer', description: 'Level.', enum: [1, 2] },
    { type: 'integer', description: 'Level. One of: 1, 2.' },
    { type: 'integer', description: 'Level. One of: 1, 2.' },
  ])
  expect(property({ type: 'string', enum: ['', 'a'] }, 'gemini')).toEqual({
    type: 'string',
    description: 'One of: "", "a".',
  })
})

test('W3: unions of objects become one object, other unions text that W6 reads again', () => {
  const objects = {
    anyOf: [
      { type: 'object', properties: { x: { type: 'string' } }, required: ['x'] },
      { type: 'object', properties: { y: { type: 'string' } }, required: ['y'] },
    ],
  }
  expect(property(objects, 'gemini')).toMatchObject({ type: 'object', properties: { x: {}, y: {} } })
  expect(property(objects, 'gemini')).not.toHaveProperty('required')
  expect(property({ type: ['integer', 'array'], items: {} }, 'minimal')).toEqual({
    type: 'string',
    description: 'May be a whole number or a list; what is not text is written as JSON.',
  })
  expect(property({ type: ['integer', 'string'] }, 'openai_strict')).toEqual({
    anyOf: [{ type: 'integer' }, { type: 'string' }],
  })
})

test.each(RESTRICTED)('W3: %s: references are written out, and a schema inside itself ends', dialect => {
  const schema: JsonSchema = {
    type: 'object',
    properties: { tree: { $ref: '#/$defs/node' } },
    required: ['tree'],
    $defs: {
      node: {
        type: 'object',
        properties: { name: { type: 'string' }, children: { type: 'array', items: { $ref: '#/$defs/node' } } },
      },
    },
  }
  expect(compiled(schema, dialect)).toHaveProperty('properties.tree.properties.children.items')
})

test('W4: more than five levels travel as JSON text in strict functions', () => {
  let inner: JsonSchema = { type: 'object', properties: { end: { type: 'string' } } }
  for (let level = 0; level < 8; level++) inner = { type: 'object', properties: { a: inner } }
  expect(JSON.stringify(compiled(inner, 'openai_strict'))).toContain('An object, written as JSON.')
})

test('W4: references that multiply are refused with a reason', () => {
  const defs = Object.fromEntries(
    Array.from({ length: 20 }, (_, at) => [
      `d${at}`,
      { type: 'object', properties: { a: { $ref: `#/$defs/d${at + 1}` }, b: { $ref: `#/$defs/d${at + 1}` } } },
    ]),
  )
  const schema = {
    type: 'object',
    properties: { a: { $ref: '#/$defs/d0' } },
    $defs: { ...defs, d20: { type: 'string' } },
  }
  for (const dialect of RESTRICTED)
    expect(compileForDialect(schema, dialect)).toMatchObject({ ok: false, reason: expect.stringMatching(/too large/) })
})

test('W4: a name Gemini refuses, and more parameters than strict functions have, leave the tool out there alone', () => {
  const odd = { type: 'object', properties: { 'max-results': { type: 'integer' } } }
  expect(compileForDialect(odd, 'gemini')).toMatchObject({
    ok: false,
    reason: expect.stringContaining('"max-results"'),
  })
  expect(compileForDialect(odd, 'minimal').ok).toBe(true)
  const many = Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`p${at}`, { type: 'string' }]))
  expect(compileForDialect({ type: 'object', properties: many }, 'openai_strict')).toMatchObject({
    ok: false,
    reason: expect.stringContaining('at most 100'),
  })
})
