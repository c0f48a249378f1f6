import { collectMetadata, type JsonSchema } from '@spora/sdk'
import { canonicalSchema } from '../../src/main/tools/canonical-schema.ts'
import { filterSchema } from '../../src/main/tools/filter-schema.ts'
import { narrowToAllowed, narrowToOperation } from '../../src/main/tools/narrow-schema.ts'
import { operationSchema } from '../../src/main/tools/operation-schema.ts'
import { compareJson, deviates, matched, skipped, unexplained, type VectorRunner, type Verdict } from './runner.ts'
import { explainDifferences } from './schema-differences.ts'
import { ownOperations, type ToolDescription, toolClassOf } from './tool-description.ts'

interface Input {
  readonly method: 'filter' | 'filterForOperation'
  readonly schema?: JsonSchema
  readonly tool_description?: ToolDescription
  readonly allowedOps?: readonly string[]
  readonly discriminatorKey?: string
  readonly operationName?: string
}
interface Output {
  readonly ok: boolean
  readonly schema?: JsonSchema
}

export const run: VectorRunner = ({ input, output }) => {
  const { ok, schema: theirs } = output as Output
  const given = input as Input
  return given.tool_description
    ? described(given, given.tool_description, theirs)
    : raw(given, plain(given.schema) as JsonSchema, ok, theirs)
}

function described(given: Input, description: ToolDescription, output: JsonSchema | undefined): Verdict {
  const metadata = collectMetadata(toolClassOf(description))
  const { __required_when: internal, ...theirs } = output ?? {}
  const own = ownOperations(description).map(({ name }) => name)
  const allowed = given.allowedOps ?? []
  const operation = given.operationName ?? ''
  const filters = given.method === 'filter'
  const ours = filters
    ? filterSchema(canonicalSchema(metadata), metadata, allowed)
    : operationSchema(metadata, operation)
  if (JSON.stringify(ours) === JSON.stringify(theirs)) return matched
  const facts = filters
    ? { description, offered: own.filter(name => allowed.includes(name)), filtered: true }
    : { description, offered: [operation], filtered: true, choices: own, untouched: internal !== undefined }
  const rules = explainDifferences(ours, theirs, facts)
  return typeof rules === 'string' ? unexplained(rules) : deviates([...rules].sort().join('+'))
}

/** A schema that comes from nowhere: what the reference keeps in its internal key is said as ours says it (S4). */
function raw(given: Input, schema: JsonSchema, ok: boolean, output: JsonSchema | undefined): Verdict {
  const key =
    given.method === 'filter'
      ? (given.discriminatorKey ?? 'action')
      : discriminatorOf(schema, given.operationName ?? '')
  const bindings = bindingsOf(schema)
  const canonical = canonicalForm(schema, key, bindings)
  const allowed = new Set(given.allowedOps ?? [])
  const ours =
    given.method === 'filter'
      ? narrowToAllowed(canonical, { key, bindings }, allowed)
      : narrowToOperation(canonical, { key, bindings }, given.operationName ?? '')
  if (!ok) return deviates('F1')
  const { __required_when: _, ...theirs } = output ?? {}
  const { allOf: conditions, ...comparable } = ours
  if (JSON.stringify(comparable) === JSON.stringify(theirs) && conditions === undefined) return matched
  if (Object.keys(schema.properties ?? {}).some(name => /^\d+$/.test(name)))
    return skipped('integer-like-key: PHP makes a list of such keys, JavaScript orders them first')
  const rules = rawRules(comparable, theirs, { bindings, key, given, internal: output?.__required_when !== undefined })
  if (typeof rules === 'string') return unexplained(rules)
  if (conditions !== undefined) rules.add('S4')
  if (rules.size === 0) return compareJson(comparable, theirs)
  return deviates([...rules].sort().join('+'))
}

function rawRules(
  ours: JsonSchema,
  theirs: JsonSchema,
  facts: {
    bindings: ReadonlyMap<string, readonly string[]>
    key: string | null
    given: Input
    internal: boolean
  },
): Set<string> | string {
  const rules = new Set<string>()
  // S4: the internal key never leaves, and what it says is done.
  if (facts.internal && facts.bindings.size > 0) return new Set(['S4'])
  const choices = choicesOf(facts.given.schema, facts.key)
  if (facts.given.method === 'filter' && choices.some(choice => typeof choice !== 'string')) {
    // F2: a name is exactly a text; PHP takes null for '' and true for '1'.
    const exact = choices.filter(choice => facts.given.allowedOps?.includes(String(choice)))
    if (JSON.stringify(choicesOf(ours, facts.key)) === JSON.stringify(exact)) return new Set(['F2'])
  }
  const [a, b] = [ours, theirs].map(({ required, ...others }) => JSON.stringify(others))
  if (a !== b) return `ours ${a}, theirs ${b}`
  const [mine, their] = [ours, theirs].map(({ required }) => (required ?? []) as string[]) as [string[], string[]]
  for (const name of [...mine.filter(item => !their.includes(item)), ...their.filter(item => !mine.includes(item))]) {
    if (facts.bindings.has(name) && !mine.includes(name)) rules.add('S4')
    // S2: the discriminator is the declared one; the reference takes some parameter with an enum for it.
    else if (facts.given.method === 'filterForOperation' && hasEnum(ours, theirs, name)) rules.add('S2')
    else if (name === facts.key) rules.add('F4')
    else return `required: ours ${mine}, theirs ${their}`
  }
  return rules
}

/** The property that names the operation. Ours knows it from the declaration; here its enum tells. */
function discriminatorOf(schema: JsonSchema, operation: string): string | null {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, { enum?: unknown } | boolean>)
  const holding = properties.find(([, property]) => typeof property === 'object' && holds(property.enum, operation))
  return holding?.[0] ?? (properties.some(([name]) => name === 'action') ? 'action' : null)
}

function hasEnum(ours: JsonSchema, theirs: JsonSchema, name: string): boolean {
  return [ours, theirs].some(({ properties }) => {
    const property = (properties as Record<string, { enum?: unknown }> | undefined)?.[name]
    return property?.enum !== undefined
  })
}

function choicesOf(schema: JsonSchema | undefined, key: string | null): readonly unknown[] {
  const property =
    key === null ? undefined : (schema?.properties as Record<string, { enum?: unknown }> | undefined)?.[key]
  return Array.isArray(property?.enum) ? property.enum : []
}

function holds(choices: unknown, operation: string): boolean {
  return typeof choices === 'object' && choices !== null && Object.values(choices).includes(operation)
}

function bindingsOf(schema: JsonSchema): Map<string, readonly string[]> {
  const entries = Object.entries((schema.__required_when ?? {}) as Record<string, readonly string[] | null>)
  return new Map(entries.flatMap(([name, operations]) => (operations ? [[name, operations] as const] : [])))
}

function canonicalForm(
  { __required_when: _, ...schema }: JsonSchema,
  key: string | null,
  bindings: ReadonlyMap<string, readonly string[]>,
): JsonSchema {
  const required = Array.isArray(schema.required) ? (schema.required as string[]) : []
  const conditional = required.filter(name => bindings.has(name))
  if (conditional.length === 0 || key === null) return schema
  const allOf = conditional.flatMap(name =>
    (bindings.get(name) ?? []).map(operation => ({
      if: { properties: { [key]: { const: operation } }, required: [key] },
      // biome-ignore lint/suspicious/noThenProperty: a JSON Schema keyword
      then: { required: [name] },
    })),
  )
  return { ...schema, required: required.filter(name => !bindings.has(name)), ...(allOf.length > 0 ? { allOf } : {}) }
}

/** `{"$object": …}` marks an object where PHP would use an array. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null) return value
  const marked = value as { $object?: unknown }
  if (marked.$object !== undefined) return plain(marked.$object)
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plain(item)]))
}
