import type { JsonSchema, OperationMetadata, ParameterInfo, ToolMetadata } from './metadata.ts'
import { discriminatorKey, operationsOf } from './operations-of.ts'

/**
 * The tool's arguments as JSON Schema 2020-12. Properties stand in declaration order; the discriminator, if there is a
 * choice, stands first. A parameter that only some operations need is required by an `allOf` of `if`/`then`, and only
 * there.
 */
export function buildParameterSchema(metadata: ToolMetadata): JsonSchema {
  const { parameters } = metadata
  const operations = operationsOf(metadata)
  const key = discriminatorKey(metadata)
  const properties = parameters.map(parameter => [parameter.name, propertySchema(parameter)] as const)
  const required = parameters
    .filter(parameter => operations.every(operation => isRequiredBy(parameter, operation.name)))
    .map(({ name }) => name)
  const conditions =
    key === null ? [] : operations.flatMap(operation => condition(key, operation, parameters, required))
  if (key !== null) {
    properties.unshift([key, discriminatorSchema(operations)])
    required.unshift(key)
  }
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    required,
    ...(conditions.length > 0 ? { allOf: conditions } : {}),
  }
}

/** One parameter's schema. Keys: type, description, enum, minimum, maximum, format, items, others, default. */
function propertySchema(parameter: ParameterInfo): JsonSchema {
  const { type = parameter.type, description: _, default: ownDefault, ...rest } = parameter.schema ?? {}
  return {
    type,
    description: parameter.description,
    ...(parameter.enum && parameter.enum.length > 0 ? { enum: [...parameter.enum] } : {}),
    ...present('minimum', parameter.minimum),
    ...present('maximum', parameter.maximum),
    ...present('format', parameter.format),
    ...present('items', parameter.items),
    ...rest,
    ...present('default', parameter.default ?? ownDefault),
  }
}

function discriminatorSchema(operations: readonly OperationMetadata[]): JsonSchema {
  return {
    type: 'string',
    description: discriminatorDescription(operations),
    enum: operations.map(({ name }) => name),
  }
}

/** Names each operation with what it does (S2): all the model learns of an operation. */
export function discriminatorDescription(operations: readonly OperationMetadata[]): string {
  if (operations.every(({ description }) => description === ''))
    return `The operation to perform: ${operations.map(({ name }) => name).join(', ')}`
  const lines = operations.map(({ name, description }) =>
    description === '' ? `- ${name}` : `- ${name}: ${description}`,
  )
  return `The operation to perform:\n${lines.join('\n')}`
}

/** Whether a call of this operation needs the parameter. A default always relaxes it. */
export function isRequiredBy(parameter: ParameterInfo, operation: string): boolean {
  const fallback = parameter.default ?? parameter.schema?.default ?? null
  if (fallback !== null || parameter.required === false) return false
  if (parameter.operations && !parameter.operations.includes(operation)) return false
  return neededBy(parameter)?.includes(operation) ?? true
}

/**
 * The operations a parameter belongs to: those that alone take it, else those that need it. Null when it belongs to
 * every operation.
 */
export function boundOperations(parameter: ParameterInfo): readonly string[] | null {
  return parameter.operations ?? neededBy(parameter)
}

function neededBy({ required }: ParameterInfo): readonly string[] | null {
  return Array.isArray(required) && required.length > 0 ? (required as readonly string[]) : null
}

function condition(
  key: string,
  operation: OperationMetadata,
  parameters: readonly ParameterInfo[],
  always: readonly string[],
): JsonSchema[] {
  const names = parameters
    .filter(parameter => !always.includes(parameter.name) && isRequiredBy(parameter, operation.name))
    .map(({ name }) => name)
  if (names.length === 0) return []
  return [
    {
      if: { properties: { [key]: { const: operation.name } }, required: [key] },
      // biome-ignore lint/suspicious/noThenProperty: a JSON Schema keyword
      then: { required: names },
    },
  ]
}

function present(keyword: string, value: unknown): JsonSchema {
  return value === undefined || value === null ? {} : { [keyword]: value }
}
