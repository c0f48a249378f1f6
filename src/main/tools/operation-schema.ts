import type { JsonSchema, ToolMetadata } from '@spora/sdk'
import { canonicalSchema } from './canonical-schema.ts'
import { belongingOf } from './filter-schema.ts'
import { narrowToOperation } from './narrow-schema.ts'

/**
 * What the approval form shows for one operation: its own parameters and those every operation takes. The
 * discriminator stays among the properties and is never required: the operation is known.
 */
export function operationSchema(metadata: ToolMetadata, operation: string): JsonSchema {
  return cached(FORM, metadata, operation, () =>
    narrowToOperation(canonicalSchema(metadata), belongingOf(metadata), operation),
  )
}

const texts = new WeakMap<JsonSchema, string>()

/** The same as text, its properties in the order of the form. */
export function operationSchemaText(metadata: ToolMetadata, operation: string): string {
  const schema = operationSchema(metadata, operation)
  const text = texts.get(schema) ?? JSON.stringify(schema)
  texts.set(schema, text)
  return text
}

/**
 * What the arguments of one operation are validated against (W6). A parameter that only other operations *require*
 * may still be sent, as an optional one; a parameter that other operations alone *take* may not. Nothing else may.
 */
export function argumentsSchema(metadata: ToolMetadata, operation: string): JsonSchema {
  const { key } = belongingOf(metadata)
  const taken = metadata.parameters.flatMap(({ name, operations }) => (operations ? [[name, operations] as const] : []))
  return cached(ARGUMENTS, metadata, operation, () => ({
    ...narrowToOperation(canonicalSchema(metadata), { key, bindings: new Map(taken) }, operation),
    additionalProperties: false,
  }))
}

type Cache = WeakMap<ToolMetadata, Map<string, JsonSchema>>
const FORM: Cache = new WeakMap()
const ARGUMENTS: Cache = new WeakMap()

function cached(cache: Cache, metadata: ToolMetadata, operation: string, make: () => JsonSchema): JsonSchema {
  const schemas = cache.get(metadata) ?? new Map<string, JsonSchema>()
  cache.set(metadata, schemas)
  const known = schemas.get(operation)
  if (known) return known
  const schema = make()
  // Only what the tool declares is kept: other names come from outside and have no end.
  if (metadata.operations.some(({ name }) => name === operation) || metadata.tool.name === operation)
    schemas.set(operation, schema)
  return schema
}
