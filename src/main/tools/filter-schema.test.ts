import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyTool } from '../../../test/any-tool.ts'
import { loops } from '../../../test/loops.ts'
import { toolMetadata } from '../../../test/tool-metadata.ts'
import { canonicalSchema } from './canonical-schema.ts'
import { compileSchema } from './compile-schema.ts'
import { filterSchema } from './filter-schema.ts'
import { argumentsSchema, operationSchema } from './operation-schema.ts'

const store = toolMetadata(
  [
    { name: 'list', description: 'Lists.' },
    { name: 'get', description: 'Gets.' },
    { name: 'save', description: 'Saves.' },
  ],
  [
    { name: 'id', type: 'integer', description: 'Which.', required: ['get', 'save'] },
    { name: 'content', type: 'string', description: 'What.', required: ['save'] },
    { name: 'scope', type: 'string', description: 'Where.' },
    { name: 'limit', type: 'integer', description: 'How many.', required: false, operations: ['list'] },
  ],
)

const filter = (...allowed: string[]) => filterSchema(canonicalSchema(store), store, allowed)

test('F2: enum and description name only allowed operations; what belongs to others is gone, the unbound stays', () => {
  expect(filter('list', 'get')).toEqual({
    type: 'object',
    properties: {
      action: {
        type: 'string',
        description: 'The operation to perform:\n- list: Lists.\n- get: Gets.',
        enum: ['list', 'get'],
      },
      id: { type: 'integer', description: 'Which.' },
      scope: { type: 'string', description: 'Where.' },
      limit: { type: 'integer', description: 'How many.' },
    },
    required: ['action', 'scope'],
    // biome-ignore lint/suspicious/noThenProperty: a JSON Schema keyword
    allOf: [{ if: { properties: { action: { const: 'get' } }, required: ['action'] }, then: { required: ['id'] } }],
  })
})

test('F3: with one operation the discriminator stays and need not be sent; what it needs is required', () => {
  expect(filter('save')).toMatchObject({ required: ['id', 'content', 'scope'] })
  expect(filter('save').allOf).toBeUndefined()
  expect(filter('save')).toHaveProperty('properties.action.enum', ['save'])
})

test('S4: what every offered operation needs becomes required', () => {
  expect(filter('get', 'save')).toMatchObject({ required: ['action', 'id', 'scope'] })
})

test('F4: unknown and repeated names in an allow-list change nothing', () => {
  expect(filter('save', 'ghost', 'save', 'toString')).toEqual(filter('save'))
  expect(filter('list', 'get', 'save', '__proto__')).toEqual(canonicalSchema(store))
})

test('F1: nothing allowed leaves an empty enum', () => {
  expect(filter()).toMatchObject({ properties: { action: { enum: [] } } })
})

test('F2: filtering any tool is filtering what is left of it; allowing all changes nothing; all of it compiles', () => {
  fc.assert(
    fc.property(anyTool, fc.infiniteStream(fc.boolean()), (metadata, coins) => {
      const all = metadata.operations.map(({ name }) => name)
      const allowed = all.filter(() => coins.next().value)
      const whole = canonicalSchema(metadata)
      const everything = all.length > 0 ? all : [metadata.tool.name]
      expect(filterSchema(whole, metadata, everything)).toEqual(whole)
      if (allowed.length === 0) return
      const filtered = filterSchema(whole, metadata, allowed)
      compileSchema(filtered)
      const declared = { ...metadata, operations: metadata.operations.filter(({ name }) => allowed.includes(name)) }
      const left = declared.parameters.filter(({ operations, required }) => {
        const bound = operations ?? (Array.isArray(required) && required.length > 0 ? (required as string[]) : null)
        return all.length === 0 || bound === null || bound.some(name => allowed.includes(name))
      })
      const rebuilt = canonicalSchema({ ...declared, parameters: left })
      // With one operation left, a tool of its own would have no discriminator; everything else is the same.
      const { action, ...properties } = filtered.properties as Record<string, unknown>
      const { action: _, ...rebuiltProperties } = rebuilt.properties as Record<string, unknown>
      expect(properties).toEqual(rebuiltProperties)
      expect(filtered.required).toEqual(rebuilt.required)
      expect(filtered.allOf).toEqual(rebuilt.allOf)
      if (all.length > 1) expect(action).toMatchObject({ enum: allowed })
    }),
    { numRuns: loops(500) },
  )
}, 120_000)

test('the form of one operation shows its own parameters; the discriminator is known', () => {
  expect(operationSchema(store, 'get')).toEqual({
    type: 'object',
    properties: {
      action: (canonicalSchema(store).properties as Record<string, unknown>).action,
      id: { type: 'integer', description: 'Which.' },
      scope: { type: 'string', description: 'Where.' },
    },
    required: ['id', 'scope'],
  })
})

test('W6: what only others need may be sent, what only others take may not', () => {
  const schema = argumentsSchema(store, 'get')
  expect(Object.keys(schema.properties as object)).toEqual(['action', 'id', 'content', 'scope'])
  expect(schema).toMatchObject({ required: ['id', 'scope'], additionalProperties: false })
  const check = compileSchema(schema)
  expect(check({ action: 'get', id: 1, scope: 's', content: 'c' })).toEqual([])
  expect(check({ action: 'get', id: 1, scope: 's', limit: 1 })).toHaveLength(1)
})

test('S5: the schemas of an operation are made once, and names from outside are not kept', () => {
  expect(operationSchema(store, 'get')).toBe(operationSchema(store, 'get'))
  expect(operationSchema(store, 'ghost')).not.toBe(operationSchema(store, 'ghost'))
})
