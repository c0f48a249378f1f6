import type { JsonSchema } from '@spora/sdk'
import { isObject, mapSubschemas, typesOf } from './map-subschemas.ts'
import { resolvePointer } from './resolve-pointer.ts'

const DEEPEST = 40
const LONGEST = 200_000

/** Why no provider could take the schema, in a sentence for the tool's tile; null when nothing stands in the way. */
export function schemaObstacle(schema: JsonSchema): string | null {
  const types = typesOf(schema)
  if (types.length > 0 && !types.includes('object'))
    return `Its arguments are of type ${types.join(', ')}; a model can only send an object.`
  const length = JSON.stringify(schema)?.length ?? 0
  if (length > LONGEST) return `Its schema has ${length} characters; up to ${LONGEST} can be sent.`
  return foreignReference(schema, schema, 1)
}

function foreignReference(schema: JsonSchema, root: JsonSchema, depth: number): string | null {
  if (depth > DEEPEST) return `Its schema is nested more than ${DEEPEST} levels deep.`
  const { $ref } = schema
  if (typeof $ref === 'string' && resolvePointer(root, $ref) === undefined)
    return `Its schema refers to "${$ref.slice(0, 100)}", which is not part of it. Nothing is fetched.`
  let found: string | null = null
  mapSubschemas(schema, subschema => {
    if (isObject(subschema)) found ??= foreignReference(subschema, root, depth + 1)
    return subschema
  })
  return found
}
