import type { JsonSchema, JsonValue } from '@spora/sdk'
import type { Compiled } from './dialect.ts'
import { described, type Limits, sayChoices, sayLimits } from './limits.ts'
import { oneKind } from './one-kind.ts'
import { compileShapes, oddName } from './restricted.ts'
import type { Fields, Kind, Shape } from './shape.ts'

const NAME = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/
const FORMATS: ReadonlySet<unknown> = new Set(['date-time'])
const KEPT: Readonly<Record<Kind['type'], ReadonlySet<string>>> = {
  string: new Set(),
  number: new Set(['minimum', 'maximum']),
  integer: new Set(['minimum', 'maximum']),
  boolean: new Set(),
  array: new Set(['minItems', 'maxItems']),
  object: new Set(),
}

/**
 * Gemini, and what hands requests on to it: a part of OpenAPI 3.0. One type a value with `nullable` beside it, choices
 * only among texts, no object without properties (a tool without arguments has no parameters at all).
 */
export function compileForGemini(schema: JsonSchema): Compiled {
  return compileShapes(schema, fields => {
    const odd = oddName(fields, NAME)
    if (odd !== undefined)
      return {
        ok: false,
        reason: `Its parameter ${JSON.stringify(odd.slice(0, 100))} must be 1 to 64 letters, digits and "_", and begin with a letter or "_".`,
      }
    if (fields.properties.length === 0) return { ok: true, schema: null }
    return { ok: true, schema: withDescription(object(fields), fields.description) }
  })
}

function object({ properties, required }: Fields): JsonSchema {
  const needed = properties.map(([name]) => name).filter(name => required.has(name))
  return {
    type: 'object',
    properties: Object.fromEntries(properties.map(([name, shape]) => [name, value(shape)])),
    ...(needed.length > 0 ? { required: needed } : {}),
  }
}

function value(shape: Shape): JsonSchema {
  const { kind, said } = oneKind(shape)
  const written = kind ? ofKind(kind) : { schema: { type: 'string' }, said: [] }
  const schema = shape.nullable ? { ...written.schema, nullable: true } : written.schema
  return withDescription(schema, described(shape.description, [...said, ...written.said]))
}

function ofKind(kind: Kind): { schema: JsonSchema; said: readonly string[] } {
  const { limits } = kind
  if (kind.type === 'object') {
    if (kind.properties.length > 0) return { schema: object(kind), said: [] }
    return { schema: { type: 'string' }, said: ['An object, written as JSON.'] }
  }
  const formats = kind.type === 'string' && FORMATS.has(limits.format)
  const kept = new Set([...KEPT[kind.type], ...(formats ? ['format'] : [])])
  const said = sayLimits(limits, kept)
  const own = pick(limits, kept)
  if (kind.type === 'array') return { schema: { type: 'array', items: value(kind.items), ...own }, said }
  const { choices } = kind
  if (!choices) return { schema: { type: kind.type, ...own }, said }
  return kind.type === 'string' && choices.every(isListable)
    ? { schema: { type: 'string', enum: [...choices] }, said: sayLimits(limits) }
    : { schema: { type: kind.type, ...own }, said: [...said, sayChoices(choices)] }
}

function isListable(choice: JsonValue): boolean {
  return typeof choice === 'string' && choice !== ''
}

function pick(limits: Limits, kept: ReadonlySet<string>): JsonSchema {
  return Object.fromEntries(Object.entries(limits).filter(([keyword]) => kept.has(keyword)))
}

function withDescription(schema: JsonSchema, description: string): JsonSchema {
  if (description === '') return schema
  const { type, ...rest } = schema
  return { type, description, ...rest }
}
