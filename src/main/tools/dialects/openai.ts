import type { JsonSchema } from '@spora/sdk'
import type { Compiled } from './dialect.ts'
import { flattenRoot } from './flatten-root.ts'
import { plainSchema } from './plain-schema.ts'
import { schemaObstacle } from './schema-obstacle.ts'

/** Chat completions with functions, not strict: an object at the top, with properties, without combinators. */
export function compileForOpenAi(schema: JsonSchema): Compiled {
  const obstacle = schemaObstacle(schema)
  if (obstacle) return { ok: false, reason: obstacle }
  const { type: _, ...plain } = plainSchema(flattenRoot(schema))
  return { ok: true, schema: { type: 'object', ...plain } }
}
