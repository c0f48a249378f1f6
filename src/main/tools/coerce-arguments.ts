import type { JsonSchema, JsonValue } from '@spora/sdk'
import { pointer } from './json-pointer.ts'
import { ARGUMENT_LIMITS } from './parse-arguments.ts'
import { readStrictJson } from './strict-json.ts'

export interface Coerced<T extends JsonValue = JsonValue> {
  readonly value: T
  /** JSON pointers of what differs from what was sent. */
  readonly coerced: readonly string[]
}

type JsonObject = Readonly<Record<string, JsonValue>>
type JsonType = 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'object' | 'null'

/**
 * W6: what a schema-directed reader may forgive, and nothing else. A text becomes a number, a boolean, a list or an
 * object where one is wanted and the text is exactly that; a null where no null is wanted means the optional value was
 * left out; `{"item": […]}` where only a list is wanted is that list, as models write it that were taught XML. Truthiness never counts: "yes" and 1 stay what they are, and the check refuses them.
 */
export function coerceArguments(schema: JsonSchema, args: JsonObject): Coerced<JsonObject> {
  const coerced: string[] = []
  return { value: coerceObject(schema, args, '', coerced), coerced }
}

function coerceValue(schema: unknown, sent: JsonValue, path: string, coerced: string[]): JsonValue {
  if (!isSchema(schema)) return sent
  let value = sent
  if (typeof sent === 'string') {
    const types = acceptedTypes(schema)
    const meant = types && !types.has('string') ? readAs(types, sent) : undefined
    if (meant !== undefined) {
      value = meant
      coerced.push(path)
    }
  }
  const list = isObject(value) ? wrappedList(schema, value) : null
  if (list) {
    value = list
    coerced.push(path)
  }
  if (Array.isArray(value)) return coerceArray(schema, value, path, coerced)
  if (isObject(value)) return coerceObject(schema, value, path, coerced)
  return value
}

function wrappedList(schema: JsonSchema, value: JsonObject): readonly JsonValue[] | null {
  const { item, ...others } = value
  if (!Array.isArray(item) || Object.keys(others).length > 0) return null
  const types = acceptedTypes(schema)
  return types?.has('array') && !types.has('object') ? item : null
}

function coerceArray(schema: JsonSchema, items: readonly JsonValue[], path: string, coerced: string[]): JsonValue {
  const first = Array.isArray(schema.prefixItems) ? schema.prefixItems : []
  return items.map((item, index) =>
    coerceValue(index < first.length ? first[index] : schema.items, item, pointer(path, index), coerced),
  )
}

function coerceObject(schema: JsonSchema, sent: JsonObject, path: string, coerced: string[]): JsonObject {
  const properties = isSchema(schema.properties) ? schema.properties : {}
  const required = Array.isArray(schema.required) ? schema.required : []
  const result: Record<string, JsonValue> = {}
  for (const [key, value] of Object.entries(sent)) {
    const declared = Object.hasOwn(properties, key)
    const own = declared ? properties[key] : schema.additionalProperties
    if (value === null && declared && !required.includes(key) && !acceptsNull(own)) coerced.push(pointer(path, key))
    else result[key] = coerceValue(own, value, pointer(path, key), coerced)
  }
  return result
}

/** The text as the wanted type, when it is exactly that. */
function readAs(types: ReadonlySet<JsonType>, text: string): JsonValue | undefined {
  if (!/^(-?\d|true$|false$|\s*[[{])/.test(text)) return undefined
  const read = readStrictJson(text, ARGUMENT_LIMITS)
  if (!read.ok) return undefined
  const { value } = read
  const scalar = typeof value !== 'object'
  // "exactly": a number with spaces around it is a text, a pretty-printed list is a list.
  if (scalar && /\s/.test(text)) return undefined
  return types.has(typeOf(value)) || (types.has('integer') && Number.isInteger(value)) ? value : undefined
}

function typeOf(value: JsonValue): JsonType {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return typeof value as JsonType
}

const accepted = new WeakMap<JsonSchema, ReadonlySet<JsonType> | null>()

/** The types a schema lets through, or null when it does not say. Found once: a list may have many items. */
function acceptedTypes(schema: JsonSchema): ReadonlySet<JsonType> | null {
  const known = accepted.get(schema)
  if (known !== undefined) return known
  const types = typesOf(schema)
  accepted.set(schema, types)
  return types
}

function typesOf(schema: JsonSchema): ReadonlySet<JsonType> | null {
  if (typeof schema.type === 'string') return new Set([schema.type as JsonType])
  if (Array.isArray(schema.type)) return new Set(schema.type as JsonType[])
  if (Array.isArray(schema.enum)) return new Set(schema.enum.map(typeOf))
  if (schema.const !== undefined) return new Set([typeOf(schema.const as JsonValue)])
  const branches = schema.anyOf ?? schema.oneOf
  if (!Array.isArray(branches)) return null
  const types = new Set<JsonType>()
  for (const branch of branches) {
    const ofBranch = isSchema(branch) ? acceptedTypes(branch) : null
    if (!ofBranch) return null
    for (const type of ofBranch) types.add(type)
  }
  return types
}

function acceptsNull(schema: unknown): boolean {
  if (!isSchema(schema)) return true
  return acceptedTypes(schema)?.has('null') ?? true
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isObject(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
