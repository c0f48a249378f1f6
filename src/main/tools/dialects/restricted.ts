import type { JsonSchema } from '@spora/sdk'
import type { Compiled } from './dialect.ts'
import { schemaObstacle } from './schema-obstacle.ts'
import { argumentsShape, type Fields, type Shape, TooManyShapes } from './shape.ts'

const LONGEST = 200_000

/** For dialects that speak in shapes: refuses what no provider takes, and what grows too large when written out. */
export function compileShapes(schema: JsonSchema, compile: (fields: Fields) => Compiled): Compiled {
  const obstacle = schemaObstacle(schema)
  if (obstacle) return { ok: false, reason: obstacle }
  try {
    const compiled = compile(argumentsShape(schema))
    if (!compiled.ok || JSON.stringify(compiled.schema).length <= LONGEST) return compiled
  } catch (error) {
    if (!(error instanceof TooManyShapes)) throw error
  }
  return { ok: false, reason: 'Its schema is too large for this kind of model once its references are written out.' }
}

/** The first name, also of a nested value, that does not match; undefined when all do. */
export function oddName({ properties }: Fields, pattern: RegExp): string | undefined {
  for (const [name, shape] of properties) {
    if (!pattern.test(name)) return name
    const inside = oddNameInside(shape, pattern)
    if (inside !== undefined) return inside
  }
  return undefined
}

function oddNameInside({ kinds }: Shape, pattern: RegExp): string | undefined {
  for (const kind of kinds) {
    if (kind.type !== 'array' && kind.type !== 'object') continue
    const odd = kind.type === 'array' ? oddNameInside(kind.items, pattern) : oddName(kind, pattern)
    if (odd !== undefined) return odd
  }
  return undefined
}
