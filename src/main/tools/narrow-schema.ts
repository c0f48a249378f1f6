import type { JsonSchema } from '@spora/sdk'
import { isObject } from './dialects/map-subschemas.ts'

export interface Belonging {
  /** The argument that names the operation; null when there is no choice. */
  readonly key: string | null
  /** Parameters that belong to some operations only, with the names of these. */
  readonly bindings: ReadonlyMap<string, readonly string[]>
}

/**
 * A tool's schema with only the allowed operations in it: in the enum, in the conditions, and among the parameters
 * (F2). With one left, the model need not name it (F3). What is known about the schema stays in its place.
 */
export function narrowToAllowed(
  schema: JsonSchema,
  { key, bindings }: Belonging,
  allowed: ReadonlySet<string>,
  nameOperations?: (operations: readonly string[]) => string,
): JsonSchema {
  const properties = new Map(propertiesOf(schema))
  const discriminator = key === null ? undefined : properties.get(key)
  const choices = choicesOf(discriminator)
  const offered = choices ? choices.filter(choice => allowed.has(String(choice))) : [...allowed]
  for (const [name, operations] of bindings)
    if (!operations.some(operation => allowed.has(operation))) properties.delete(name)
  if (key !== null && properties.has(key) && choices && isObject(discriminator))
    properties.set(key, {
      ...discriminator,
      ...(nameOperations ? { description: nameOperations(offered.map(String)) } : {}),
      enum: offered,
    })

  const conditions = conditionsOf(schema, key).filter(({ operation }) => allowed.has(operation))
  const everywhere = new Set(
    [...bindings.keys()].filter(name => {
      const needing = conditions.filter(({ required }) => required.includes(name)).map(({ operation }) => operation)
      return needing.length > 0 && offered.every(operation => needing.includes(String(operation)))
    }),
  )
  const only = new Set(offered.map(String)).size === 1
  const required = requiredOf(schema).filter(name => !(only && name === key))
  const { allOf: _, ...rest } = schema
  return {
    ...rest,
    type: schema.type ?? 'object',
    properties: Object.fromEntries(properties),
    required: inOrder([...required, ...everywhere], properties, bindings),
    ...remaining(schema, key, conditions, everywhere),
  }
}

/**
 * What one operation takes: its own parameters and those every operation has. The discriminator stays and is not
 * required, because the operation is known.
 */
export function narrowToOperation(schema: JsonSchema, { key, bindings }: Belonging, operation: string): JsonSchema {
  const properties = new Map(propertiesOf(schema))
  for (const [name, operations] of bindings) if (!operations.includes(operation)) properties.delete(name)
  const conditional = conditionsOf(schema, key).flatMap(found => (found.operation === operation ? found.required : []))
  const always = requiredOf(schema).filter(name => name !== key)
  const required = inOrder([...always, ...conditional], properties, bindings)
  const { allOf: _, ...rest } = schema
  return {
    ...rest,
    ...(schema.properties === undefined && bindings.size === 0 ? {} : { properties: Object.fromEntries(properties) }),
    ...(schema.required === undefined && required.length === 0 ? {} : { required }),
    ...remaining(schema, key, [], new Set()),
  }
}

function propertiesOf(schema: JsonSchema): [string, unknown][] {
  return isObject(schema.properties) ? Object.entries(schema.properties) : []
}

function requiredOf(schema: JsonSchema): string[] {
  return Array.isArray(schema.required) ? schema.required : []
}

function choicesOf(discriminator: unknown): readonly unknown[] | null {
  const choices = isObject(discriminator) ? discriminator.enum : undefined
  if (Array.isArray(choices)) return choices
  return isObject(choices) ? Object.values(choices) : null
}

/** In the order of the properties when all of them are there, and nothing that belonged to other operations. */
function inOrder(
  names: readonly string[],
  properties: ReadonlyMap<string, unknown>,
  bindings: ReadonlyMap<string, readonly string[]>,
): string[] {
  const kept = names.filter(name => properties.has(name) || !bindings.has(name))
  const order = [...properties.keys()]
  return kept.every(name => properties.has(name)) ? kept.sort((a, b) => order.indexOf(a) - order.indexOf(b)) : kept
}

interface Condition {
  readonly operation: string
  readonly required: readonly string[]
}

/** What the `allOf` of a canonical schema says (S4). */
function conditionsOf(schema: JsonSchema, key: string | null): Condition[] {
  return branchesOf(schema).flatMap(branch => conditionOf(branch, key) ?? [])
}

function branchesOf(schema: JsonSchema): unknown[] {
  return Array.isArray(schema.allOf) ? schema.allOf : []
}

function conditionOf(branch: unknown, key: string | null): Condition | null {
  if (key === null || !isObject(branch) || !isObject(branch.if) || !isObject(branch.then)) return null
  const tests = isObject(branch.if.properties) ? branch.if.properties : {}
  const test = Object.hasOwn(tests, key) ? tests[key] : undefined
  const { required } = branch.then
  return isObject(test) && typeof test.const === 'string' && Array.isArray(required)
    ? { operation: test.const, required }
    : null
}

/** The `allOf` that is left: other rules as they are, and the conditions that still say something. */
function remaining(
  schema: JsonSchema,
  key: string | null,
  conditions: readonly Condition[],
  everywhere: ReadonlySet<string>,
): JsonSchema {
  const others = branchesOf(schema).filter(branch => conditionOf(branch, key) === null)
  const kept = conditions.flatMap(({ operation, required }) => {
    const names = required.filter(name => !everywhere.has(name))
    if (names.length === 0 || key === null) return []
    // biome-ignore lint/suspicious/noThenProperty: a JSON Schema keyword
    return [{ if: { properties: { [key]: { const: operation } }, required: [key] }, then: { required: names } }]
  })
  const allOf = [...others, ...kept]
  return allOf.length > 0 ? { allOf } : {}
}
