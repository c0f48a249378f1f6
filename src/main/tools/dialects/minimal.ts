import type { JsonSchema } from '@spora/sdk'
import type { Compiled } from './dialect.ts'
import { described, sayChoices, sayLimits } from './limits.ts'
import { oneKind } from './one-kind.ts'
import { compileShapes } from './restricted.ts'
import type { Fields, Kind, Shape } from './shape.ts'

/**
 * What every server on a computer of one's own reads, also an old one whose prompt template knows a type, a description
 * and a list of choices a parameter. All else is said in words.
 */
export function compileForMinimal(schema: JsonSchema): Compiled {
  return compileShapes(schema, fields => {
    const { type, ...rest } = object(fields)
    const description = fields.description === '' ? {} : { description: fields.description }
    return { ok: true, schema: { type, ...description, ...rest } }
  })
}

function object({ properties, required }: Fields): JsonSchema {
  return {
    type: 'object',
    properties: Object.fromEntries(properties.map(([name, shape]) => [name, value(shape)])),
    required: properties.map(([name]) => name).filter(name => required.has(name)),
  }
}

function value(shape: Shape): JsonSchema {
  const { kind, said } = oneKind(shape)
  const written = kind ? ofKind(kind) : { schema: { type: 'string' }, said: [] }
  const { type, ...rest } = written.schema
  return { type, description: described(shape.description, [...said, ...written.said]), ...rest }
}

function ofKind(kind: Kind): { schema: JsonSchema; said: readonly string[] } {
  const said = sayLimits(kind.limits)
  if (kind.type === 'object')
    // Without the key: an empty list of properties would mean that none may be sent.
    return { schema: kind.properties.length > 0 ? object(kind) : { type: 'object' }, said }
  if (kind.type === 'array') return { schema: { type: 'array', items: value(kind.items) }, said }
  if (!kind.choices) return { schema: { type: kind.type }, said }
  return kind.type === 'string'
    ? { schema: { type: 'string', enum: [...kind.choices] }, said }
    : { schema: { type: kind.type }, said: [...said, sayChoices(kind.choices)] }
}
