import type { JsonSchema } from '@spora/sdk'
import { isObject, mapSubschemas, type Subschema, typesOf } from './map-subschemas.ts'

/** Identification and comments: of no use to a model, and some APIs refuse them. */
const DROPPED = new Set(['$schema', '$id', '$anchor', '$comment', '$vocabulary', 'examples', 'readOnly', 'writeOnly'])

/**
 * What every provider's JSON Schema has in common: `true` becomes `{}`, a property that can never be sent goes, an
 * array always says what its items are, a tuple becomes a list of any of its kinds, an empty `enum` goes.
 */
export function plainSchema(schema: JsonSchema): JsonSchema {
  const kept = Object.fromEntries(Object.entries(schema).filter(([keyword]) => !DROPPED.has(keyword)))
  return withItems(withoutTuples(mapSubschemas(withoutEmptyEnum(kept), plainSubschema)))
}

function plainSubschema(subschema: Subschema, keyword: string): Subschema | undefined {
  if (isObject(subschema)) return plainSchema(subschema)
  // Booleans are understood everywhere in these two places.
  if (keyword === 'additionalProperties' || keyword === 'unevaluatedProperties') return subschema
  return subschema ? {} : undefined
}

function withoutEmptyEnum(schema: JsonSchema): JsonSchema {
  const { enum: choices, ...rest } = schema
  return Array.isArray(choices) && choices.length === 0 ? rest : schema
}

function withoutTuples(schema: JsonSchema): JsonSchema {
  const { prefixItems, items, additionalItems: _, ...rest } = schema
  const tuple = Array.isArray(prefixItems) ? prefixItems : Array.isArray(items) ? items : null
  if (!tuple) return schema
  const kinds = isObject(items) ? [...tuple, items] : tuple
  const [only] = kinds
  return { ...rest, items: kinds.length === 1 ? only : kinds.length === 0 ? {} : { anyOf: kinds } }
}

function withItems(schema: JsonSchema): JsonSchema {
  return typesOf(schema).includes('array') && schema.items === undefined ? { ...schema, items: {} } : schema
}
