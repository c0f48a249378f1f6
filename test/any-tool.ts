import type { JsonSchema, OperationMetadata, ParameterInfo, ToolMetadata } from '@spora/sdk'
import fc from 'fast-check'
import { anySchema } from './any-schema.ts'

/** Names that are also keywords of JSON Schema or members of every object come up often: they are what breaks. */
const KEYWORDS = [
  'properties',
  'required',
  'type',
  'items',
  'enum',
  'const',
  'default',
  'allOf',
  'anyOf',
  'oneOf',
  'not',
  'contains',
  'if',
  'then',
  'format',
  'toString',
  'length',
]
const name = fc.oneof(fc.constantFrom(...KEYWORDS), fc.stringMatching(/^[a-z_][a-z0-9_.-]{0,8}$/))
const text = fc.string({ maxLength: 20 })

const operation = (operationName: string): fc.Arbitrary<OperationMetadata> =>
  fc.record({
    name: fc.constant(operationName),
    description: fc.oneof(fc.constant(''), text),
    enabledByDefault: fc.boolean(),
    requiresApprovalByDefault: fc.boolean(),
    discriminatorKey: fc.constant('action'),
    effect: fc.constantFrom('none' as const, 'write' as const, 'destructive' as const),
    idempotent: fc.boolean(),
  })

function parameter(parameterName: string, operations: readonly string[]): fc.Arbitrary<ParameterInfo> {
  const some = fc.subarray([...operations], { minLength: Math.min(1, operations.length) })
  const required = operations.length > 0 ? fc.oneof(fc.boolean(), some) : fc.boolean()
  const common = { name: fc.constant(parameterName), description: text, required }
  const shared = operations.length > 1 ? { operations: fc.option(some, { nil: undefined, freq: 4 }) } : {}
  return fc
    .oneof(
      fc.record({ ...common, ...shared, type: fc.constant('string' as const), enum: fc.constantFrom([], ['a', 'b']) }),
      fc.record({
        ...common,
        ...shared,
        type: fc.constant('string' as const),
        default: fc.constantFrom(null, '', 'x'),
      }),
      fc.record({
        ...common,
        ...shared,
        type: fc.constant('string' as const),
        format: fc.constantFrom('date', 'email'),
      }),
      fc.record({
        ...common,
        ...shared,
        type: fc.constant('integer' as const),
        minimum: fc.integer({ max: 0 }),
        maximum: fc.integer({ min: 1 }),
        default: fc.constantFrom(null, 0, 1),
      }),
      fc.record({ ...common, ...shared, type: fc.constant('boolean' as const), default: fc.constantFrom(null, false) }),
      fc.record({
        ...common,
        ...shared,
        type: fc.constant('array' as const),
        items: fc.constantFrom(undefined, { type: 'string' }, {}),
      }),
      fc.record({
        ...common,
        ...shared,
        type: fc.constant('object' as const),
        schema: fc.constantFrom(undefined, { properties: { type: { type: 'string' } }, additionalProperties: false }),
      }),
      fc.record({
        ...common,
        ...shared,
        type: fc.constant('string' as const),
        schema: fc.constantFrom({ minLength: 1 }, { type: ['string', 'null'] }),
      }),
    )
    .map(info => withoutUndefined(info) as ParameterInfo)
    .filter(
      ({ required, operations }) =>
        !operations || !Array.isArray(required) || required.every(item => operations.includes(item)),
    )
}

const anyName = fc.oneof(name, fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_.-]{0,63}$/))

/** A tool whose parameters carry whole JSON Schemas of their own (D4), with any name that may be declared. */
export const anyHandwrittenTool: fc.Arbitrary<ToolMetadata> = fc
  .tuple(
    fc.uniqueArray(fc.stringMatching(/^[a-z][a-z_]{0,6}$/), { maxLength: 3 }),
    fc.uniqueArray(fc.tuple(anyName, anySchema, fc.boolean(), text), { maxLength: 4, selector: ([own]) => own }),
  )
  .chain(([operations, parameters]) =>
    fc.record({
      className: fc.constant('AnyTool'),
      tool: fc.constant({ name: 'any_tool', description: 'Any.', displayName: null, category: 'general', icon: null }),
      operations: fc.tuple(...operations.map(operation)),
      parameters: fc.constant(
        parameters
          .filter(([own]) => own !== 'action')
          .map(([own, schema, required, description]) => ({
            name: own,
            type: mainType(schema),
            description,
            required: required && operations.length > 0 ? operations.slice(0, 1) : required,
            schema,
          })),
      ),
      settings: fc.constant([]),
    }),
  )

/** What `type` must say beside such a schema. */
function mainType(schema: JsonSchema): ParameterInfo['type'] {
  const [first] = [schema.type].flat().filter(type => type !== 'null')
  return typeof first === 'string' ? (first as ParameterInfo['type']) : 'string'
}

/** Any tool that may be declared: zero to four operations, zero to six parameters of every kind. */
export const anyTool: fc.Arbitrary<ToolMetadata> = fc
  .record({
    operations: fc.uniqueArray(fc.stringMatching(/^[a-z][a-z_]{0,6}$/), { maxLength: 4 }),
    parameters: fc.uniqueArray(name, { maxLength: 6 }),
  })
  .chain(names =>
    fc.record({
      className: fc.constant('AnyTool'),
      tool: fc.constant({ name: 'any_tool', description: 'Any.', displayName: null, category: 'general', icon: null }),
      operations: fc.tuple(...names.operations.map(operation)),
      parameters: fc.tuple(
        ...names.parameters.filter(item => item !== 'action').map(item => parameter(item, names.operations)),
      ),
      settings: fc.constant([]),
    }),
  )

function withoutUndefined(value: object): object {
  return Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined))
}
