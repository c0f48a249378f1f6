import { buildParameterSchema, type JsonSchema, type ToolMetadata } from '@spora/sdk'

const made = new WeakMap<ToolMetadata, JsonSchema>()

/** The whole tool's arguments as JSON Schema (S1-S5): what the window and the validator use. Made once per tool. */
export function canonicalSchema(metadata: ToolMetadata): JsonSchema {
  const known = made.get(metadata)
  if (known) return known
  const schema = buildParameterSchema(metadata)
  made.set(metadata, schema)
  return schema
}
