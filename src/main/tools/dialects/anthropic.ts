import type { JsonSchema } from '@spora/sdk'
import type { Compiled } from './dialect.ts'
import { flattenRoot } from './flatten-root.ts'
import { plainSchema } from './plain-schema.ts'
import { schemaObstacle } from './schema-obstacle.ts'

const PROPERTY = /^[a-zA-Z0-9_.-]{1,64}$/

/** The messages API: as for everybody, and the arguments' names are limited. */
export function compileForAnthropic(schema: JsonSchema): Compiled {
  const obstacle = schemaObstacle(schema)
  if (obstacle) return { ok: false, reason: obstacle }
  const { type: _, ...plain } = plainSchema(flattenRoot(schema))
  const odd = Object.keys(plain.properties as object).find(name => !PROPERTY.test(name))
  if (odd !== undefined)
    return {
      ok: false,
      reason: `Its parameter ${JSON.stringify(odd.slice(0, 100))} must be 1 to 64 letters, digits, "_", "-" and ".".`,
    }
  return { ok: true, schema: { type: 'object', ...plain } }
}
