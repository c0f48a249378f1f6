import type { JsonSchema } from '@spora/sdk'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyTool } from '../../../../test/any-tool.ts'
import { loops } from '../../../../test/loops.ts'
import { toolMetadata } from '../../../../test/tool-metadata.ts'
import { canonicalSchema } from '../canonical-schema.ts'
import { compileForDialect, type DialectName } from './compile-for-dialect.ts'
import { isObject, mapSubschemas } from './map-subschemas.ts'

/** They send JSON Schema nearly as it is; the others have tests of their own. */
const NAMES: readonly DialectName[] = ['openai', 'anthropic']

function compiled(schema: JsonSchema, dialect: DialectName = 'openai'): JsonSchema {
  const result = compileForDialect(schema, dialect)
  if (!result.ok) throw new Error(result.reason)
  return result.schema as JsonSchema
}

describe.each(NAMES)('W3: %s', dialect => {
  test('E11, S4: the condition becomes a sentence where the model reads it', () => {
    const metadata = toolMetadata(
      [{ name: 'get' }, { name: 'delete' }, { name: 'now' }],
      [
        { name: 'id', type: 'integer', description: 'Which one.', required: ['get', 'delete'] },
        { name: 'why', type: 'string', description: 'Reason', required: ['delete'] },
        { name: 'zone', type: 'string', description: 'Zone.', required: false },
      ],
    )
    expect(compiled(canonicalSchema(metadata), dialect)).toEqual({
      type: 'object',
      properties: {
        action: {
          type: 'string',
          description: 'The operation to perform: get, delete, now',
          enum: ['get', 'delete', 'now'],
        },
        id: { type: 'integer', description: 'Which one. Required when action is get or delete.' },
        why: { type: 'string', description: 'Reason. Required when action is delete.' },
        zone: { type: 'string', description: 'Zone.' },
      },
      required: ['action'],
    })
  })

  test('E1: oneOf, anyOf and allOf at the top become one object; what differs is said', () => {
    const schema = compiled(
      {
        oneOf: [
          {
            type: 'object',
            properties: { path: { type: 'string' }, mode: { enum: ['a'] } },
            required: ['path', 'mode'],
          },
          { type: 'object', properties: { url: { type: 'string' }, mode: { enum: ['b'] } }, required: ['url', 'mode'] },
        ],
        allOf: [{ properties: { depth: { type: 'integer' } }, required: ['depth'] }],
      },
      dialect,
    )
    expect(schema).toEqual({
      type: 'object',
      description: 'Send one of: (path) or (url).',
      properties: {
        path: { type: 'string' },
        url: { type: 'string' },
        mode: { anyOf: [{ enum: ['a'] }, { enum: ['b'] }] },
        depth: { type: 'integer' },
      },
      required: ['depth', 'mode'],
    })
  })

  test('E1: dependentRequired and a general if are said or loosened, never sent', () => {
    const schema = compiled(
      {
        type: 'object',
        properties: { a: { type: 'string', description: 'A' }, b: { type: 'string' } },
        dependentRequired: { a: ['b'] },
        if: { properties: { a: { minLength: 3 } } },
        // biome-ignore lint/suspicious/noThenProperty: a JSON Schema keyword
        then: { properties: { c: { type: 'string' } }, required: ['c'] },
        not: { required: ['d'] },
      },
      dialect,
    )
    expect(schema).toEqual({
      type: 'object',
      properties: {
        a: { type: 'string', description: 'A' },
        b: { type: 'string', description: 'Required when a is given.' },
        c: { type: 'string' },
      },
      required: [],
    })
  })

  test('E3: an object without properties gets them', () => {
    expect(compiled({ type: 'object' }, dialect)).toEqual({ type: 'object', properties: {}, required: [] })
    expect(compiled({}, dialect)).toEqual({ type: 'object', properties: {}, required: [] })
  })

  test('E4: parameters named like the keywords of JSON Schema stay parameters', () => {
    // The Anthropic API refuses `$` in a name (W4).
    const dollars = dialect === 'anthropic' ? [] : ['$ref', '$schema']
    const keywords = [
      ...'properties required type items enum allOf anyOf not if then default const'.split(' '),
      ...dollars,
    ]
    const properties = Object.fromEntries(keywords.map(name => [name, { type: 'array', description: name }]))
    const schema = compiled({ type: 'object', properties, required: keywords }, dialect)
    expect(Object.keys(schema.properties as object)).toEqual(keywords)
    for (const name of keywords)
      expect((schema.properties as Record<string, unknown>)[name]).toEqual({
        type: 'array',
        description: name,
        items: {},
      })
    expect(schema.required).toEqual(keywords)
  })

  test('E5, E7: a union of types stays one; a list in it has items', () => {
    const schema = compiled(
      { type: 'object', properties: { a: { type: ['array', 'null'] }, b: { type: ['string', 'null'] } } },
      dialect,
    )
    expect(schema.properties).toEqual({ a: { type: ['array', 'null'], items: {} }, b: { type: ['string', 'null'] } })
  })

  test('E8: a list says what its items are, also deep inside', () => {
    const schema = compiled(
      { type: 'object', properties: { a: { type: 'object', properties: { b: { type: 'array' } } } } },
      dialect,
    )
    expect(schema).toHaveProperty('properties.a.properties.b.items', {})
  })

  test('W3: boolean schemas, tuples, empty enums and comments become what everybody understands', () => {
    const schema = compiled(
      {
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        $id: 'x',
        type: 'object',
        properties: {
          any: true,
          never: false,
          pair: { type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }], items: false },
          old: { type: 'array', items: [{ type: 'string' }] },
          open: { type: 'object', additionalProperties: false, properties: { x: true } },
          none: { type: 'string', enum: [], $comment: 'c' },
        },
      },
      dialect,
    )
    expect(schema).toEqual({
      type: 'object',
      properties: {
        any: {},
        pair: { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'number' }] } },
        old: { type: 'array', items: { type: 'string' } },
        open: { type: 'object', additionalProperties: false, properties: { x: {} } },
        none: { type: 'string' },
      },
      required: [],
    })
  })

  test('W3: data inside a schema is not mistaken for schemas', () => {
    const data = { type: 'array', $schema: 'kept', properties: true }
    const schema = compiled(
      { type: 'object', properties: { a: { default: data, enum: [data], const: data } } },
      dialect,
    )
    expect(schema).toHaveProperty('properties.a', { default: data, enum: [data], const: data })
  })

  test.each<[string, JsonSchema, RegExp]>([
    ['B075: not an object', { type: 'array', items: {} }, /a model can only send an object/],
    [
      'B076: a reference to elsewhere',
      { properties: { a: { $ref: 'http://127.0.0.1/a.json' } } },
      /Nothing is fetched/,
    ],
    ['B076: a reference to nothing', { properties: { a: { $ref: '#/$defs/a' } } }, /not part of it/],
    ['B079: too deep', deep(60), /levels deep/],
    ['B079: too long', { properties: { a: { description: 'x'.repeat(300_000) } } }, /characters/],
  ])('W4: %s is left out with a reason', (_what, schema, reason) => {
    const result = compileForDialect(schema, dialect)
    expect(result).toMatchObject({ ok: false, reason: expect.stringMatching(reason) })
  })

  test('W3: a reference inside the schema stays', () => {
    const schema = {
      type: 'object',
      properties: { a: { $ref: '#/$defs/a' } },
      required: [],
      $defs: { a: { type: 'array' } },
    }
    expect(compiled(schema, dialect)).toEqual({ ...schema, $defs: { a: { type: 'array', items: {} } } })
  })

  test('W3: whatever tool is declared, what is sent is a plain object schema that takes the same arguments', () => {
    fc.assert(
      fc.property(anyTool, metadata => {
        const canonical = canonicalSchema(metadata)
        const schema = compiled(canonical, dialect)
        for (const keyword of ['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else'])
          expect(schema).not.toHaveProperty(keyword)
        expect(schema.type).toBe('object')
        expect(Object.keys(schema.properties as object)).toEqual(Object.keys(canonical.properties as object))
        expect(schema.required).toEqual(canonical.required)
        const ajv = new Ajv2020({ strict: true, strictRequired: false, allowUnionTypes: true })
        addFormats.default(ajv)
        ajv.compile(schema)
        expect(compiled(schema, dialect)).toEqual(schema)
        everySchema(schema, item => {
          if (item.type === 'array') expect(item.items).toBeDefined()
        })
      }),
      { numRuns: loops(500) },
    )
  }, 120_000)
})

test('W4: a parameter name the Anthropic API refuses leaves the tool out there alone', () => {
  const schema = { type: 'object', properties: { 'a b': { type: 'string' } } }
  expect(compileForDialect(schema, 'openai').ok).toBe(true)
  expect(compileForDialect(schema, 'anthropic')).toMatchObject({ ok: false, reason: expect.stringContaining('"a b"') })
})

function deep(levels: number): JsonSchema {
  let schema: JsonSchema = {}
  for (let level = 0; level < levels; level++) schema = { properties: { a: schema } }
  return schema
}

function everySchema(schema: JsonSchema, visit: (schema: JsonSchema) => void): void {
  visit(schema)
  mapSubschemas(schema, item => {
    if (isObject(item)) everySchema(item, visit)
    return item
  })
}
