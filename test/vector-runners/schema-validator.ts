import { collectMetadata, type JsonSchema, type JsonValue, type ToolMetadata } from '@spora/sdk'
import { checkArguments } from '../../src/main/tools/check-arguments.ts'
import { type CheckedArguments, checkSchema } from '../../src/main/tools/check-schema.ts'
import { compileSchema } from '../../src/main/tools/compile-schema.ts'
import { discriminatorKey, operationsOf, resolveOperation } from '../../src/main/tools/operations.ts'
import { type Arguments, parseArguments } from '../../src/main/tools/parse-arguments.ts'
import { deviates, matched, unexplained, type VectorRunner, type Verdict } from './runner.ts'
import { levelOf, type ToolDescription, toolClassOf } from './tool-description.ts'

interface Input {
  readonly schema?: JsonSchema
  readonly tool_description?: ToolDescription
  readonly argumentsJson: string
  readonly operationName: string | null
}

/** What both the reference and ours look at: a parameter, its type, and the operations it is bound to. */
interface Parameter {
  readonly schema: unknown
  readonly required: boolean
  readonly boundTo: readonly string[] | null
  /** S3: a default relaxes the list in ours only. */
  readonly relaxed: boolean
}

interface Facts {
  readonly given: Input
  readonly args: Arguments
  readonly checked: CheckedArguments
  readonly parameters: ReadonlyMap<string, Parameter>
  /** Null when the reference checked without an operation: then everything counts as required. */
  readonly operation: string | null
  readonly key: string | null
  readonly inherited: boolean
}

export const run: VectorRunner = ({ input, output }) => {
  const given = input as Input
  const { valid } = output as { valid: boolean }
  const parsed = parseArguments(given.argumentsJson)
  // W5: duplicate keys, lists, and numbers that would change on the way are refused before anything is checked.
  if (parsed.kind === 'malformed') return valid ? deviates('W5') : matched
  const args = parsed.kind === 'ok' ? parsed.value : {}
  return given.tool_description
    ? described(given, given.tool_description, args, valid)
    : raw(given, plain(given.schema) as JsonSchema, args, valid)
}

function described(given: Input, description: ToolDescription, args: Arguments, valid: boolean): Verdict {
  const metadata = collectMetadata(toolClassOf(description))
  const operation = operationOf(metadata, given, args)
  // A2, R3: no operation, or one the tool does not declare, is an error whatever the arguments are.
  if ('rule' in operation) return valid ? deviates(operation.rule) : matched
  const checked = checkArguments(metadata, operation.name, args)
  if (checked.ok === valid) return matched
  const inherited = [...description.operations, ...description.parameters].some(item => levelOf(item) !== 'self')
  const parameters = new Map(
    metadata.parameters.map(({ name, required = true, default: fallback, ...rest }) => {
      const boundTo = Array.isArray(required) && required.length > 0 ? (required as string[]) : null
      return [name, { schema: rest, required: required !== false, boundTo, relaxed: (fallback ?? null) !== null }]
    }),
  )
  const key = discriminatorKey(metadata)
  return explain({ given, args, checked, parameters, operation: given.operationName || null, key, inherited })
}

function operationOf(metadata: ToolMetadata, given: Input, args: Arguments): { name: string } | { rule: string } {
  const names = operationsOf(metadata).map(({ name }) => name)
  // D7: a tool that declares no operation has one.
  if (metadata.operations.length === 0) return { name: names[0] ?? '' }
  if (given.operationName) return names.includes(given.operationName) ? { name: given.operationName } : { rule: 'R3' }
  const resolved = resolveOperation(metadata, args, names)
  if ('operation' in resolved) return resolved.operation
  return { rule: isBlank(args[discriminatorKey(metadata) ?? '']) ? 'A2' : 'R3' }
}

/** A schema that comes from nowhere, turned into what `argumentsSchema` would make of it. */
function raw(given: Input, schema: JsonSchema, args: Arguments, valid: boolean): Verdict {
  const bindings = (schema.__required_when ?? {}) as Record<string, readonly string[]>
  const properties = (schema.properties ?? {}) as Record<string, unknown>
  const required = Array.isArray(schema.required) ? (schema.required as string[]) : []
  const operation = given.operationName || null
  const needed = required.filter(name => !bindings[name] || operation === null || bindings[name].includes(operation))
  const ours = { type: 'object', properties, required: needed, additionalProperties: false }
  const checked = checkSchema(ours, args)
  if (checked.ok === valid) return matched
  // S5: what is no JSON Schema never gets as far as being called.
  if (!isSchema(ours)) return deviates('S5')
  const parameters = new Map(
    Object.entries(properties).map(([name, property]) => {
      const boundTo = bindings[name] ?? null
      return [name, { schema: property, required: required.includes(name), boundTo, relaxed: false }]
    }),
  )
  return explain({ given, args, checked, parameters, operation, key: null, inherited: false })
}

function isSchema(schema: JsonSchema): boolean {
  try {
    compileSchema(schema)
    return true
  } catch {
    return false
  }
}

function explain(facts: Facts): Verdict {
  const reasons = facts.checked.ok
    ? [whyAccepted(facts)]
    : facts.checked.problems.map(({ path }) => whyRefused(facts, path))
  const rules = reasons.filter(reason => reason !== null)
  const sides = facts.checked.ok
    ? 'ours accepts'
    : `ours refuses ${facts.checked.problems.map(({ message }) => message)}`
  return rules.length === reasons.length && rules.length > 0
    ? deviates([...new Set(rules)].sort().join('+'))
    : unexplained(sides)
}

/** The rule by which ours accepts what the reference refuses. */
function whyAccepted({ given, args, checked, parameters, operation, key, inherited }: Facts): string | null {
  // W6: "5" for 5, null for absent.
  if (checked.ok && checked.coerced.length > 0) return 'W6'
  for (const [name, { schema, required, boundTo, relaxed }] of parameters) {
    if (Object.hasOwn(args, name)) {
      // W6 is JSON Schema: 1.0 and 1e3 are integers.
      if (typeOf(schema) === 'integer' && /\d(\.\d|e)/i.test(given.argumentsJson)) return 'W6'
      continue
    }
    if (!required) continue
    if (boundTo && relaxed) return 'S3'
    // S4: needed by those operations only; without one the reference wants everything.
    if (boundTo && operation === null) return 'S4'
  }
  // The call names no operation at all: a blank discriminator counts as absent, and the operation is known (F3).
  if (key !== null && operation !== null && isBlank(args[key])) return 'F3'
  return inherited ? 'D6' : null
}

/** The rule by which ours refuses, at this place, what the reference accepts. */
function whyRefused({ args, parameters, operation, key, inherited }: Facts, path: string): string | null {
  const [name = '', ...inner] = path
    .split('/')
    .slice(1)
    .map(part => part.replaceAll('~1', '/').replaceAll('~0', '~'))
  // R3: the discriminator must name the operation that was decided.
  if (name === key) return 'R3'
  const parameter = parameters.get(name)
  // W6: unknown keys are refused by name, and what is inside a value is checked.
  const sent = Object.hasOwn(args, name)
  if (sent && (!parameter || inner.length > 0)) return 'W6'
  if (!sent || !parameter) {
    // S2: the discriminator is the declared one; the reference takes some parameter with an enum for it.
    if (key === null && hasEnum(parameter?.schema)) return 'S2'
    return inherited ? 'D6' : null
  }
  const value = args[name] as JsonValue
  // The reference drops parameters of other operations unchecked; null satisfies its "required".
  if (parameter.boundTo && operation !== null && !parameter.boundTo.includes(operation)) return 'W6'
  // What the reference would have refused too needs another reason.
  return referenceAccepts(typeOf(parameter.schema), value) ? 'W6' : inherited ? 'D6' : null
}

/** The reference looks at one type only, and lists and maps are the same to it. */
function referenceAccepts(type: unknown, value: JsonValue): boolean {
  switch (type) {
    case 'string':
      return typeof value === 'string'
    case 'boolean':
      return typeof value === 'boolean'
    case 'integer':
      return Number.isInteger(value)
    case 'number':
      return typeof value === 'number'
    case 'array':
    case 'object':
      return typeof value === 'object' && value !== null
    case 'null':
      return value === null
    default:
      return true
  }
}

function typeOf(schema: unknown): unknown {
  return typeof schema === 'object' && schema !== null ? (schema as { type?: unknown }).type : undefined
}

function hasEnum(schema: unknown): boolean {
  const choices = typeof schema === 'object' && schema !== null ? (schema as { enum?: unknown }).enum : undefined
  return Array.isArray(choices) && choices.length > 0
}

function isBlank(value: JsonValue | undefined): boolean {
  return value === undefined || value === null || value === ''
}

/** `{"$object": …}` marks an object where PHP would use an array. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null) return value
  const marked = value as { $object?: unknown }
  if (marked.$object !== undefined) return plain(marked.$object)
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plain(item)]))
}
