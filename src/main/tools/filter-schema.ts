import {
  boundOperations,
  discriminatorDescription,
  discriminatorKey,
  type JsonSchema,
  operationsOf,
  type ToolMetadata,
} from '@spora/sdk'
import { type Belonging, narrowToAllowed } from './narrow-schema.ts'

/**
 * The tool's schema with only the allowed operations in it (F2, F3). Names that are unknown or stand twice change
 * nothing (F4).
 */
export function filterSchema(schema: JsonSchema, metadata: ToolMetadata, allowed: Iterable<string>): JsonSchema {
  const operations = operationsOf(metadata)
  const nameOperations = (offered: readonly string[]) =>
    discriminatorDescription(operations.filter(({ name }) => offered.includes(name)))
  return narrowToAllowed(schema, belongingOf(metadata), new Set(allowed), nameOperations)
}

export function belongingOf(metadata: ToolMetadata): Belonging {
  const bindings = new Map<string, readonly string[]>()
  for (const parameter of metadata.parameters) {
    const bound = boundOperations(parameter)
    if (bound) bindings.set(parameter.name, bound)
  }
  return { key: discriminatorKey(metadata), bindings }
}
