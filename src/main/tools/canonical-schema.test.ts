import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyTool } from '../../../test/any-tool.ts'
import { loops } from '../../../test/loops.ts'
import { toolMetadata } from '../../../test/tool-metadata.ts'
import { canonicalSchema } from './canonical-schema.ts'

const time = toolMetadata(
  [
    { name: 'now', description: 'The time now.' },
    { name: 'format', description: 'Formats a time.' },
  ],
  [
    { name: 'epoch', type: 'integer', description: 'Unix time.', minimum: 0, required: ['format'] },
    { name: 'timezone', type: 'string', description: 'Zone.', default: 'UTC' },
    { name: 'format', type: 'string', description: 'Form.', enum: ['iso8601', 'human'], default: 'iso8601' },
  ],
)

test('S1: properties in declaration order, keys of a property in their order, properties always an object', () => {
  const metadata = toolMetadata(
    [],
    [
      {
        name: 'zebra',
        type: 'integer',
        default: 2,
        maximum: 3,
        minimum: 1,
        description: 'z',
        enum: [],
        items: undefined as never,
      },
      { name: 'alpha', type: 'array', items: { type: 'string' }, description: 'a' },
      { name: 'mango', type: 'string', format: 'date', enum: ['2025-01-01'], description: 'm' },
    ],
  )
  expect(JSON.stringify(canonicalSchema(metadata).properties)).toBe(
    '{"zebra":{"type":"integer","description":"z","minimum":1,"maximum":3,"default":2},' +
      '"alpha":{"type":"array","description":"a","items":{"type":"string"}},' +
      '"mango":{"type":"string","description":"m","enum":["2025-01-01"],"format":"date"}}',
  )
  expect(canonicalSchema(toolMetadata([], []))).toEqual({ type: 'object', properties: {}, required: [] })
})

test('S2: the discriminator comes first and says what each operation does', () => {
  const { properties, required } = canonicalSchema(time) as { properties: object; required: string[] }
  expect(Object.keys(properties)[0]).toBe('action')
  expect(properties).toHaveProperty('action', {
    type: 'string',
    description: 'The operation to perform:\n- now: The time now.\n- format: Formats a time.',
    enum: ['now', 'format'],
  })
  expect(required).toEqual(['action'])
})

test('S2: another discriminator key; one operation has none', () => {
  const two = toolMetadata(
    [
      { name: 'a', discriminatorKey: 'op' },
      { name: 'b', discriminatorKey: 'op' },
    ],
    [],
  )
  expect(canonicalSchema(two)).toMatchObject({ required: ['op'], properties: { op: { enum: ['a', 'b'] } } })
  expect(canonicalSchema(toolMetadata([{ name: 'a' }], []))).toEqual({ type: 'object', properties: {}, required: [] })
})

test('S3: a default takes a parameter out of required, also with a per-operation list', () => {
  const metadata = toolMetadata(
    [{ name: 'a' }, { name: 'b' }],
    [
      { name: 'p', type: 'integer', description: '', default: 0 },
      { name: 'q', type: 'boolean', description: '', default: false, required: ['a'] },
      { name: 'r', type: 'string', description: '', default: '', required: ['a', 'b'] },
    ],
  )
  expect(canonicalSchema(metadata)).toMatchObject({ required: ['action'] })
  expect(canonicalSchema(metadata).allOf).toBeUndefined()
})

test('S4, E11: a per-operation list is said by allOf and nowhere else', () => {
  expect(canonicalSchema(time).required).toEqual(['action'])
  expect(canonicalSchema(time).allOf).toEqual([
    // biome-ignore lint/suspicious/noThenProperty: a JSON Schema keyword
    { if: { properties: { action: { const: 'format' } }, required: ['action'] }, then: { required: ['epoch'] } },
  ])
  const everywhere = toolMetadata(
    [{ name: 'a' }, { name: 'b' }],
    [{ name: 'p', type: 'string', description: '', required: ['b', 'a'] }],
  )
  expect(canonicalSchema(everywhere)).toMatchObject({ required: ['action', 'p'] })
  expect(Object.keys(canonicalSchema(time))).toEqual(['type', 'properties', 'required', 'allOf'])
})

test('S5: made once', () => {
  expect(canonicalSchema(time)).toBe(canonicalSchema(time))
})

test('S5: any tool gives valid JSON Schema 2020-12 that compiles in ajv strict, and means what was declared', () => {
  fc.assert(
    fc.property(anyTool, metadata => {
      const ajv = new Ajv2020({ strict: true, strictRequired: false, allowUnionTypes: true, ownProperties: true })
      addFormats.default(ajv)
      const schema = canonicalSchema(metadata)
      const validate = ajv.compile(schema)
      const args: Record<string, unknown> = {}
      const [first, second] = metadata.operations
      if (first && second) args.action = first.name
      validate(args)
      const missing = (validate.errors ?? [])
        .filter(({ keyword }) => keyword === 'required')
        .map(({ params }) => params.missingProperty)
      // allErrors is off: the first missing one is one that this operation declares as needed.
      for (const name of missing) {
        const parameter = metadata.parameters.find(item => item.name === name)
        expect(parameter?.required).not.toBe(false)
        expect(parameter?.default ?? null).toBeNull()
      }
      const properties = schema.properties as object
      const names = [...(second ? ['action'] : []), ...metadata.parameters.map(({ name }) => name)]
      expect(Object.keys(properties)).toEqual(names)
    }),
    { numRuns: loops(500) },
  )
}, 120_000)
