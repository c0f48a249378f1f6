import {
  discriminatorKey,
  isOffered,
  isRequiredBy,
  type JsonSchema,
  type ParameterInfo,
  propertySchema,
  type ToolMetadata,
} from '@spora/sdk'
import { canonicalSchema } from './canonical-schema.ts'

/**
 * What the approval form shows for one operation: its own parameters and those every operation takes. The
 * discriminator stays among the properties and is never required: the operation is known.
 */
export function operationSchema(metadata: ToolMetadata, operation: string): JsonSchema {
  return cached(FORM, metadata, operation, () =>
    schemaFor(metadata, operation, parameter => isOffered(parameter, [{ name: operation }])),
  )
}

/**
 * What the arguments of one operation are validated against (W6). A parameter that only other operations *require*
 * may still be sent, as an optional one; a parameter that other operations alone *take* may not. Nothing else may.
 */
export function argumentsSchema(metadata: ToolMetadata, operation: string): JsonSchema {
  return cached(ARGUMENTS, metadata, operation, () => ({
    ...schemaFor(metadata, operation, ({ operations }) => operations?.includes(operation) ?? true),
    additionalProperties: false,
  }))
}

function schemaFor(
  metadata: ToolMetadata,
  operation: string,
  takes: (parameter: ParameterInfo) => boolean,
): JsonSchema {
  const parameters = metadata.parameters.filter(takes)
  const properties = parameters.map(parameter => [parameter.name, propertySchema(parameter)] as const)
  const key = discriminatorKey(metadata)
  const whole = canonicalSchema(metadata).properties as JsonSchema
  if (key !== null) properties.unshift([key, whole[key] as JsonSchema])
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    required: parameters.filter(parameter => isRequiredBy(parameter, operation)).map(({ name }) => name),
  }
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
