import { buildParameterSchema, type JsonSchema, operationsOf, type ToolMetadata } from '@spora/sdk'

/**
 * The tool's schema with only the allowed operations in it (F2, F3). Names that are unknown or stand twice change
 * nothing (F4). Everything allowed: the schema itself.
 */
export function filterSchema(schema: JsonSchema, metadata: ToolMetadata, allowed: Iterable<string>): JsonSchema {
  const names = new Set(allowed)
  return operationsOf(metadata).every(({ name }) => names.has(name)) ? schema : buildParameterSchema(metadata, names)
}
