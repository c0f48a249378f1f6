import type { JsonSchema, JsonValue, ParameterInfo } from '@spora/sdk'
import { levelOf, ownOperations, type ToolDescription } from './tool-description.ts'

/** What the rules look at when ours and the reference's schema of one tool differ. */
export interface SchemaFacts {
  readonly description: ToolDescription
  /** The class's own operations that are offered; all of them when nothing was filtered. */
  readonly offered: readonly string[]
  readonly filtered: boolean
  /** What the discriminator must name: the offered operations unless said otherwise. */
  readonly choices?: readonly string[]
  /** The reference left the schema as it was, with its internal key. */
  readonly untouched?: boolean
}

interface Schema {
  readonly properties: Record<string, JsonSchema>
  readonly required: readonly string[]
  readonly allOf?: readonly unknown[]
}

/**
 * The rules that explain every difference between our schema and the reference's, or a sentence about one that no
 * rule explains. Each rule is recomputed from the description: what ours must be, not merely that it may differ.
 */
export function explainDifferences(ours: JsonSchema, theirs: JsonSchema, facts: SchemaFacts): Set<string> | string {
  const [a, b] = [asSchema(ours), asSchema(theirs)]
  const rules = new Set<string>()
  return (
    properties(a, b, facts, rules) ??
    requiredNames(a, b, facts, rules) ??
    conditions(a, facts, rules) ??
    rest(ours, theirs) ??
    rules
  )
}

function asSchema(schema: JsonSchema): Schema {
  return {
    properties: (schema.properties ?? {}) as Record<string, JsonSchema>,
    required: (schema.required ?? []) as string[],
    ...(schema.allOf === undefined ? {} : { allOf: schema.allOf as unknown[] }),
  }
}

function properties(ours: Schema, theirs: Schema, facts: SchemaFacts, rules: Set<string>): string | null {
  const key = keyOf(facts.description)
  const names = Object.keys(ours.properties)
  const theirNames = Object.keys(theirs.properties)
  const inheritedOperations = facts.description.operations.some(operation => levelOf(operation) !== 'self')
  const gone = theirNames.filter(name => !names.includes(name))
  const added = names.filter(name => !theirNames.includes(name))
  for (const name of [...gone, ...added]) {
    // S4: the internal key never leaves, and what it says is done.
    if (facts.untouched && !added.includes(name)) rules.add('S4')
    // D6: operations of an ancestor are not the tool's, so neither are its discriminator and what it is needed for.
    else if (inheritedOperations) rules.add('D6')
    else return `only one of the two has the property ${name}`
  }
  const shared = names.filter(name => theirNames.includes(name))
  if (shared.join() !== theirNames.filter(name => names.includes(name)).join())
    return `order: ${names} and ${theirNames}`
  for (const name of shared) {
    const [a, b] = [ours.properties[name] ?? {}, theirs.properties[name] ?? {}]
    if (same(a, b)) continue
    if (name === key) {
      const described = expectedDiscriminator(facts)
      if (!same(a, described)) return `the discriminator is ${JSON.stringify(a)}, by rule ${JSON.stringify(described)}`
      if (!same(a.enum, b.enum)) rules.add(inheritedOperations ? 'D6' : 'F4')
      if (a.description !== b.description) rules.add(facts.filtered && !facts.choices ? 'F2' : 'S2')
      continue
    }
    const declared = nearest(facts.description, name)
    if (!declared) return `nobody declares ${name}`
    const expected = expectedProperty(declared)
    if (!same(a, expected)) return `${name} is ${JSON.stringify(a)}, by rule ${JSON.stringify(expected)}`
    if (levelsOf(facts.description, name).size > 1) rules.add('D6')
    // S5: an empty object stays an object.
    else if (same(JSON.parse(JSON.stringify(a).replaceAll('{}', '[]')), b)) rules.add('S5')
    else return `${name}: ours ${JSON.stringify(a)}, theirs ${JSON.stringify(b)}`
  }
  return null
}

function requiredNames(ours: Schema, theirs: Schema, facts: SchemaFacts, rules: Set<string>): string | null {
  const expected = expectedRequired(ours, facts)
  if (ours.required.join() !== expected.join()) return `required is ${ours.required}, by rule ${expected}`
  const differing = [
    ...ours.required.filter(name => !theirs.required.includes(name)),
    ...theirs.required.filter(name => !ours.required.includes(name)),
  ]
  for (const name of differing) {
    if (name === keyOf(facts.description)) {
      rules.add(facts.description.operations.some(operation => levelOf(operation) !== 'self') ? 'D6' : 'F3')
      continue
    }
    const declared = nearest(facts.description, name)
    if (
      !declared &&
      facts.description.operations.some(({ discriminatorKey = 'action' }) => discriminatorKey === name)
    ) {
      // D6: the discriminator of an ancestor's operations.
      rules.add('D6')
      continue
    }
    if (!declared) return `nobody declares ${name}`
    if (levelsOf(facts.description, name).size > 1) rules.add('D6')
    else if (Array.isArray(declared.required) && (declared.default ?? null) !== null) rules.add('S3')
    else if (Array.isArray(declared.required)) rules.add('S4')
    // S2: the discriminator is the declared one; the reference takes some parameter with an enum for it.
    else if (facts.choices && declared.enum && declared.enum.length > 0) rules.add('S2')
    else return `required differs in ${name}`
  }
  const shared = ours.required.filter(name => theirs.required.includes(name))
  const theirShared = theirs.required.filter(name => ours.required.includes(name))
  return shared.join() === theirShared.join() ? null : `order of required: ${ours.required} and ${theirs.required}`
}

/** S4: exactly the conditions that the per-operation lists come to. */
function conditions(ours: Schema, facts: SchemaFacts, rules: Set<string>): string | null {
  const key = keyOf(facts.description)
  const expected = facts.offered.flatMap(operation => {
    const names = Object.keys(ours.properties).filter(name => {
      const declared = nearest(facts.description, name)
      return declared && Array.isArray(declared.required) && needs(declared, operation) && !ours.required.includes(name)
    })
    if (names.length === 0 || key === null) return []
    // biome-ignore lint/suspicious/noThenProperty: a JSON Schema keyword
    return [{ if: { properties: { [key]: { const: operation } }, required: [key] }, then: { required: names } }]
  })
  if (expected.length > 0) rules.add('S4')
  return same(ours.allOf ?? [], expected)
    ? null
    : `allOf is ${JSON.stringify(ours.allOf)}, by rule ${JSON.stringify(expected)}`
}

function rest(ours: JsonSchema, theirs: JsonSchema): string | null {
  const left = ({ properties: _p, required: _r, allOf: _a, ...others }: JsonSchema) => others
  return same(left(ours), left(theirs)) ? null : 'other keys of the schema differ'
}

/** The name of the discriminator, null without a choice. */
export function keyOf(description: ToolDescription): string | null {
  const own = ownOperations(description)
  return own.length > 1 ? (own[0]?.discriminatorKey ?? 'action') : null
}

/** S2: each operation with its own description. */
function expectedDiscriminator({ description, offered, choices = offered }: SchemaFacts): JsonSchema {
  const operations = ownOperations(description).filter(({ name }) => choices.includes(name))
  const texts = operations.map(({ name, description: text }) => `- ${name}${text ? `: ${text}` : ''}`)
  const names = operations.map(({ name }) => name)
  const plain = operations.every(operation => !operation.description)
  const text = plain
    ? `The operation to perform: ${names.join(', ')}`
    : `The operation to perform:\n${texts.join('\n')}`
  return { type: 'string', description: text, enum: names }
}

/** S1: the keys of a property, in their order. */
function expectedProperty(parameter: ParameterInfo): JsonSchema {
  const fields: [string, unknown][] = [
    ['type', parameter.type],
    ['description', parameter.description],
    ['enum', parameter.enum?.length ? parameter.enum : null],
    ['minimum', parameter.minimum],
    ['maximum', parameter.maximum],
    ['format', parameter.format],
    ['items', parameter.items],
    ['default', parameter.default],
  ]
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined && value !== null))
}

/** S3, S4, F3: which arguments every call needs. */
function expectedRequired(ours: Schema, facts: SchemaFacts): string[] {
  const key = keyOf(facts.description)
  return Object.keys(ours.properties).filter(name => {
    if (name === key) return new Set(facts.offered).size !== 1
    const declared = nearest(facts.description, name)
    if (!declared || declared.required === false) return false
    const operations = facts.offered.length > 0 || facts.filtered ? facts.offered : ['']
    return operations.every(operation => needs(declared, operation)) && (declared.default ?? null) === null
  })
}

function needs({ required, default: fallback }: ParameterInfo, operation: string): boolean {
  if (required === false || (fallback ?? null) !== null) return false
  return Array.isArray(required) && required.length > 0 ? (required as JsonValue[]).includes(operation) : true
}

/** D6: the nearest class's declaration; within a class the later one. */
function nearest(description: ToolDescription, name: string): ParameterInfo | undefined {
  const named = description.parameters.filter(parameter => parameter.name === name)
  for (const level of ['self', 'parent', 'grandparent'] as const) {
    const own = named.filter(parameter => levelOf(parameter) === level)
    if (own.length > 0) return own.at(-1)
  }
  return undefined
}

function levelsOf(description: ToolDescription, name: string): Set<string> {
  return new Set(description.parameters.filter(parameter => parameter.name === name).map(levelOf))
}

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
