import type { JsonSchema, OperationMetadata, ParameterInfo, ToolMetadata } from './metadata.ts'
import { discriminatorKey, operationsOf } from './operations-of.ts'

/**
 * The tool's arguments as JSON Schema 2020-12, limited to the operations named (all when absent). Properties stand in
 * declaration order; the discriminator, if there is a choice, stands first. A parameter that only some operations need
 * is required by an `allOf` of `if`/`then`, and only there.
 */
export function buildParameterSchema(metadata: ToolMetadata, allowed?: ReadonlySet<string>): JsonSchema {
  const operations = operationsOf(metadata).filter(operation => !allowed || allowed.has(operation.name))
  const key = discriminatorKey(metadata)
  const parameters = metadata.parameters.filter(parameter => isOffered(parameter, operations))
  const properties = parameters.map(parameter => [parameter.name, propertySchema(parameter)] as const)
  const required = parameters.filter(parameter => isAlwaysRequired(parameter, operations)).map(({ name }) => name)
  if (key !== null) {
    properties.unshift([key, discriminatorSchema(operations)])
    if (operations.length !== 1) required.unshift(key)
  }
  const conditions =
    key === null ? [] : operations.flatMap(operation => condition(key, operation, parameters, required))
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    required,
    ...(conditions.length > 0 ? { allOf: conditions } : {}),
  }
}

/** One parameter's schema. Keys: type, description, enum, minimum, maximum, format, items, others, default. */
export function propertySchema(parameter: ParameterInfo): JsonSchema {
  const { type = parameter.type, description: _, default: ownDefault, ...rest } = parameter.schema ?? {}
  const fallback = parameter.default ?? ownDefault
  return {
    type,
    description: parameter.description,
    ...(parameter.enum && parameter.enum.length > 0 ? { enum: [...parameter.enum] } : {}),
    ...present('minimum', parameter.minimum),
    ...present('maximum', parameter.maximum),
    ...present('format', parameter.format),
    ...present('items', parameter.items),
    ...rest,
    ...present('default', fallback),
  }
}

function discriminatorSchema(operations: readonly OperationMetadata[]): JsonSchema {
  const names = operations.map(({ name }) => name)
  const described = operations.some(({ description }) => description !== '')
  const lines = operations.map(({ name, description }) =>
    description === '' ? `- ${name}` : `- ${name}: ${description}`,
  )
  const description = described
    ? `The operation to perform:\n${lines.join('\n')}`
    : `The operation to perform: ${names.join(', ')}`
  return { type: 'string', description, enum: names }
}

/** A parameter bound to operations is offered with at least one of them; an unbound one always. */
export function isOffered(parameter: ParameterInfo, operations: readonly { readonly name: string }[]): boolean {
  const bound = parameter.operations ?? requiredBy(parameter)
  return bound === null || operations.some(({ name }) => bound.includes(name))
}

function isAlwaysRequired(parameter: ParameterInfo, operations: readonly OperationMetadata[]): boolean {
  if (hasDefault(parameter) || parameter.required === false) return false
  return operations.every(operation => isRequiredBy(parameter, operation.name))
}

/** Whether a call of this operation needs the parameter. A default always relaxes it. */
export function isRequiredBy(parameter: ParameterInfo, operation: string): boolean {
  if (hasDefault(parameter) || parameter.required === false) return false
  if (parameter.operations && !parameter.operations.includes(operation)) return false
  return requiredBy(parameter)?.includes(operation) ?? true
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

/** The operations a per-operation list names, or null when there is no such list. */
function requiredBy(parameter: ParameterInfo): readonly string[] | null {
  const { required } = parameter
  return Array.isArray(required) && required.length > 0 ? (required as readonly string[]) : null
}

function hasDefault(parameter: ParameterInfo): boolean {
  return (parameter.default ?? parameter.schema?.default ?? null) !== null
}

function present(keyword: string, value: unknown): JsonSchema {
  return value === undefined || value === null ? {} : { [keyword]: value }
}
