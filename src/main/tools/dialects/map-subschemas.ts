import type { JsonSchema } from '@spora/sdk'

export type Subschema = JsonSchema | boolean

const ONE = new Set([
  'items',
  'additionalProperties',
  'unevaluatedProperties',
  'unevaluatedItems',
  'additionalItems',
  'contains',
  'propertyNames',
  'not',
  'if',
  'then',
  'else',
])
const LIST = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems', 'items'])
const MAP = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'])

/**
 * The schema with each schema directly inside it replaced. It looks only where JSON Schema puts schemas, so a
 * parameter named `properties` or `type`, and data in `enum`, `const` or `default`, stay what they are. A property or
 * list entry whose replacement is undefined goes away.
 */
export function mapSubschemas(
  schema: JsonSchema,
  replace: (subschema: Subschema, keyword: string) => Subschema | undefined,
): JsonSchema {
  const result: [string, unknown][] = []
  for (const [keyword, value] of Object.entries(schema)) {
    if (LIST.has(keyword) && Array.isArray(value))
      result.push([keyword, value.map(item => replaceOne(item)).filter(item => item !== undefined)])
    else if (MAP.has(keyword) && isObject(value)) result.push([keyword, mapValues(value, replaceOne)])
    else if (ONE.has(keyword)) {
      const replaced = replaceOne(value)
      if (replaced !== undefined) result.push([keyword, replaced])
    } else result.push([keyword, value])

    function replaceOne(item: unknown): unknown {
      return isSubschema(item) ? replace(item, keyword) : item
    }
  }
  return Object.fromEntries(result)
}

/** A schema's types as a list, however it writes them; empty when it names none. */
export function typesOf(schema: JsonSchema): readonly string[] {
  const { type } = schema
  return typeof type === 'string' ? [type] : Array.isArray(type) ? type.filter(item => typeof item === 'string') : []
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function isSubschema(value: unknown): value is Subschema {
  return typeof value === 'boolean' || isObject(value)
}

function mapValues(map: Record<string, unknown>, replace: (value: unknown) => unknown): Record<string, unknown> {
  const entries = Object.entries(map).map(([name, value]) => [name, replace(value)] as const)
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}
