import type { JsonSchema } from '@spora/sdk'
import fc from 'fast-check'

const name = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('type', 'properties', 'items', 'a', 'b', 'c', 'enum', 'required') },
  { weight: 1, arbitrary: fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_.-]{0,20}$/) },
)
const text = fc.string({ maxLength: 12 })
const described = fc.option(
  text.map(description => ({ description })),
  { nil: {} },
)

const leaf: fc.Arbitrary<JsonSchema> = fc.oneof(
  fc.constant({}),
  fc.constant({ type: 'null' }),
  fc.record({ type: fc.constant('string'), format: fc.constantFrom('date', 'date-time', 'uri', 'email') }),
  fc.record({ type: fc.constant('string'), minLength: fc.nat(3), maxLength: fc.integer({ min: 3, max: 9 }) }),
  fc.record({ type: fc.constant('string'), pattern: fc.constantFrom('^a', '^[a-z]+$') }),
  fc.record({ type: fc.constantFrom('integer', 'number'), minimum: fc.integer({ max: 0 }), maximum: fc.nat() }),
  fc.record({
    type: fc.constantFrom('integer', 'number'),
    exclusiveMinimum: fc.constant(0),
    multipleOf: fc.constant(2),
  }),
  fc.record({ type: fc.constantFrom('boolean', ['string', 'null'], ['integer', 'string'], ['number', 'integer']) }),
  fc.record({
    enum: fc.uniqueArray(fc.constantFrom('a', '', 'b', 1, 1.5, true, null), { minLength: 1, maxLength: 5 }),
  }),
  fc.record({ const: fc.constantFrom('a', 1, false, null) }),
  fc.record({ type: fc.constant('string'), enum: fc.constant(['x', 'y']), default: fc.constant('x') }),
  fc.record({ type: fc.constant('object'), additionalProperties: fc.constantFrom(true, false, { type: 'string' }) }),
)

/** Any JSON Schema an author may write by hand for one value: unions, tuples, conditions, schemas inside schemas. */
export const anySchema: fc.Arbitrary<JsonSchema> = fc.letrec<{ schema: JsonSchema; object: JsonSchema }>(tie => ({
  schema: fc.oneof(
    { maxDepth: 3 },
    fc.tuple(leaf, described).map(([schema, words]) => ({ ...schema, ...words })),
    tie('object'),
    fc.record({ type: fc.constantFrom('array', ['array', 'null']), items: tie('schema'), minItems: fc.constant(0) }),
    fc.record({ type: fc.constant('array') }),
    fc.record({ type: fc.constant('array'), prefixItems: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }) }),
    fc.record({ anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }) }),
    fc.record({ oneOf: fc.array(tie('object'), { minLength: 1, maxLength: 3 }) }),
    fc.record({ allOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }) }),
  ),
  object: fc
    .record({
      properties: fc.uniqueArray(fc.tuple(name, fc.oneof(tie('schema'), fc.boolean())), {
        maxLength: 3,
        selector: ([key]) => key,
      }),
      requires: fc.boolean(),
      extra: fc.constantFrom(
        {},
        { additionalProperties: false },
        // biome-ignore lint/suspicious/noThenProperty: a JSON Schema keyword
        { if: { properties: { a: { const: 1 } } }, then: { required: ['b'] } },
        { dependentRequired: { a: ['b'] } },
        { not: { required: ['c'] } },
      ),
    })
    .map(({ properties, requires, extra }) => ({
      type: 'object',
      properties: Object.fromEntries(properties),
      ...(requires ? { required: properties.map(([key]) => key) } : {}),
      ...extra,
    })),
})).schema
