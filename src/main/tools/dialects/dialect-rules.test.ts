import type { JsonSchema, JsonValue, ToolMetadata } from '@spora/sdk'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyCall } from '../../../../test/any-arguments.ts'
import { anyHandwrittenTool, anyTool } from '../../../../test/any-tool.ts'
import { PROVIDER_RULES } from '../../../../test/dialect-rules/rules.ts'
import { loops } from '../../../../test/loops.ts'
import { canonicalSchema } from '../canonical-schema.ts'
import { checkArguments } from '../check-arguments.ts'
import { filterSchema } from '../filter-schema.ts'
import { operationsOf } from '../operations.ts'
import { compileForDialect, DIALECTS, type DialectName } from './compile-for-dialect.ts'
import { isObject } from './map-subschemas.ts'

const NAMES = Object.keys(DIALECTS) as DialectName[]
const LONG = 600_000

/** 10,000 tools, of both kinds, each with some of its operations allowed. */
const declared = fc.oneof(anyTool, anyHandwrittenTool).chain(metadata =>
  fc.tuple(
    fc.constant(metadata),
    fc.subarray(
      operationsOf(metadata).map(({ name }) => name),
      { minLength: 1 },
    ),
  ),
)

test(
  'W3: whatever tool is declared, what is sent keeps the published rules of each provider',
  () => {
    fc.assert(
      fc.property(declared, ([metadata, allowed]) => {
        const schema = filterSchema(canonicalSchema(metadata), metadata, new Set(allowed))
        for (const dialect of NAMES) {
          const compiled = compileForDialect(schema, dialect)
          if (compiled.ok) expect([dialect, ...PROVIDER_RULES[dialect](compiled.schema)]).toEqual([dialect])
          // W4: only these names stand in the way of some API; everything else finds a form.
          else expect(compiled.reason).toMatch(/parameter "[^"]*[^A-Za-z0-9_"]|Strict functions have at most/)
        }
      }),
      { numRuns: loops(10_000) },
    )
  },
  LONG,
)

test(
  'W3: it is never narrower than the tool: what the tool takes can be sent, and arrives as it was meant',
  () => {
    const ajv = new Ajv2020({ strict: false, ownProperties: true, logger: false, code: { optimize: false } })
    addFormats.default(ajv)
    fc.assert(
      fc.property(anyCall, ({ metadata, operation, args }) => {
        for (const dialect of NAMES) {
          const compiled = compileForDialect(canonicalSchema(metadata), dialect)
          if (!compiled.ok) continue
          const sent = compiled.schema ? (encoded(args, compiled.schema) as Record<string, JsonValue>) : {}
          if (compiled.schema) {
            const valid = ajv.validate(compiled.schema, sent) || ajv.errorsText()
            expect([dialect, sent, valid]).toEqual([dialect, sent, true])
            ajv.removeSchema(compiled.schema)
          }
          const checked = checkArguments(metadata, operation, sent)
          expect([dialect, checked.ok && meant(metadata, checked.value)]).toEqual([dialect, meant(metadata, args)])
        }
      }),
      { numRuns: loops(3_000) },
    )
  },
  LONG,
)

/** As a model that follows the schema to the letter would send it: null for what it must not leave out, objects as text. */
function encoded(value: JsonValue, schema: JsonSchema): JsonValue {
  const types = [schema.type].flat()
  if (typeof value !== 'string' && value !== null && types[0] === 'string') return JSON.stringify(value)
  // Where anything may stand, a strict API takes scalars: the rest is text.
  if (Array.isArray(schema.anyOf) && typeof value === 'object' && value !== null) return JSON.stringify(value)
  if (Array.isArray(value)) return value.map(item => encoded(item, (schema.items ?? {}) as JsonSchema))
  if (!isObject(value) || !isObject(schema.properties)) return value
  const properties = schema.properties as Record<string, JsonSchema>
  const own = Object.entries(value).map(([key, item]) => [key, encoded(item as JsonValue, properties[key] ?? {})])
  const required = Array.isArray(schema.required) ? (schema.required as string[]) : []
  const absent = required.filter(key => !Object.hasOwn(value, key)).map(key => [key, null])
  return Object.fromEntries([...own, ...absent])
}

/**
 * Lists of anything may come back as text where the API carries nothing else, and null where it may as well be left out;
 * the tool's own types never change.
 */
function meant(metadata: ToolMetadata, args: Readonly<Record<string, JsonValue>>): JsonValue {
  const loose = new Set(
    metadata.parameters.filter(({ type, items }) => type === 'array' && !items?.type).map(({ name }) => name),
  )
  const asText = (item: JsonValue) => (typeof item === 'string' ? item : JSON.stringify(item))
  return Object.fromEntries(
    Object.entries(args)
      .filter(([, value]) => value !== null)
      .map(([name, value]) => [name, loose.has(name) && Array.isArray(value) ? value.map(asText) : value]),
  )
}
