import type { JsonSchema } from '@spora/sdk'
import { isObject } from './map-subschemas.ts'

/** Keywords that no provider takes at the top of a tool's schema. */
const COMBINATORS = ['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else', 'dependentRequired', 'dependentSchemas']

type Properties = Record<string, JsonSchema | boolean>

interface Flat {
  readonly properties: Properties
  readonly required: readonly string[]
  /** Per property: sentences that say what the schema can no longer say. */
  readonly notes: ReadonlyMap<string, readonly string[]>
  /** The same for the whole. */
  readonly rootNotes: readonly string[]
}

/**
 * One object schema without combinators at the top (W3). A rule that has to go is said where the model reads it: in
 * the parameter's description, or in the schema's own. Our validation keeps the whole schema.
 */
export function flattenRoot(schema: JsonSchema): JsonSchema {
  const flat = flatten(schema)
  const properties = Object.entries(flat.properties).map(([name, property]) => {
    const notes = flat.notes.get(name) ?? []
    return [name, notes.length > 0 ? withNotes(property, notes) : property] as const
  })
  const kept = Object.entries(schema).filter(([keyword]) => !COMBINATORS.includes(keyword))
  const plain = {
    ...Object.fromEntries(kept),
    properties: Object.fromEntries(properties),
    required: [...flat.required],
  }
  return flat.rootNotes.length > 0 ? (withNotes(plain, flat.rootNotes) as JsonSchema) : plain
}

function withNotes(schema: JsonSchema | boolean, notes: readonly string[]): JsonSchema | boolean {
  if (schema === false) return false
  const own = isObject(schema) && typeof schema.description === 'string' ? schema.description.trim() : ''
  const begun = own === '' || /[.!?:;]$/.test(own) ? own : `${own}.`
  const description = [begun, ...new Set(notes)].filter(text => text !== '').join(' ')
  return isObject(schema) ? { ...schema, description } : { description }
}

function flatten(schema: JsonSchema): Flat {
  let flat: Flat = {
    properties: isObject(schema.properties) ? (schema.properties as Properties) : {},
    required: names(schema.required),
    notes: new Map(),
    rootNotes: [],
  }
  const condition = conditionOf(schema)
  if (condition) flat = both(flat, asNotes(condition))
  else if (schema.if !== undefined)
    for (const branch of [schema.then, schema.else]) if (isObject(branch)) flat = both(flat, optional(flatten(branch)))
  for (const branch of list(schema.allOf)) flat = both(flat, flatten(branch))
  for (const keyword of ['anyOf', 'oneOf'] as const) {
    const branches = list(schema[keyword]).map(flatten)
    if (branches.length > 0) flat = both(flat, either(branches))
  }
  return dependencies(schema).reduce(both, flat)
}

/** Both hold: properties of either, required by either. A property both describe keeps both descriptions of it. */
function both(a: Flat, b: Flat): Flat {
  return {
    properties: mergeProperties(a.properties, b.properties, (x, y) => ({ allOf: [x, y] })),
    required: [...new Set([...a.required, ...b.required])],
    notes: mergeNotes(a.notes, b.notes),
    rootNotes: [...a.rootNotes, ...b.rootNotes],
  }
}

/** One of them holds: all properties may be sent, required is only what every branch requires. */
function either(branches: readonly Flat[]): Flat {
  const [first, ...others] = branches as [Flat, ...Flat[]]
  const required = first.required.filter(name => others.every(branch => branch.required.includes(name)))
  const groups = branches.map(branch => branch.required.filter(name => !required.includes(name)))
  const differ = groups.some(group => group.length > 0)
  return {
    properties: branches
      .map(branch => branch.properties)
      .reduce((a, b) => mergeProperties(a, b, (x, y) => ({ anyOf: [x, y] }))),
    required,
    notes: branches.map(branch => branch.notes).reduce(mergeNotes),
    rootNotes: [
      ...branches.flatMap(branch => branch.rootNotes),
      ...(differ
        ? [`Send one of: ${groups.map(group => `(${group.join(', ') || 'nothing more'})`).join(' or ')}.`]
        : []),
    ],
  }
}

function optional(flat: Flat): Flat {
  return { ...flat, required: [] }
}

interface Condition {
  readonly key: string
  readonly values: readonly unknown[]
  readonly required: readonly string[]
}

/** `if action is one of … then these are required`: the form in which a canonical schema says it (S4). */
function conditionOf(schema: JsonSchema): Condition | null {
  const { if: when, then } = schema
  if (!isObject(when) || !isObject(then) || schema.else !== undefined) return null
  const tests = isObject(when.properties) ? Object.entries(when.properties) : []
  const [test] = tests
  if (tests.length !== 1 || !test || !isObject(test[1])) return null
  const [key, { const: value, enum: choices }] = test
  const values = value !== undefined ? [value] : Array.isArray(choices) ? choices : []
  const onlyRequires = Object.keys(then).every(keyword => keyword === 'required')
  return values.length > 0 && onlyRequires ? { key, values, required: names(then.required) } : null
}

function asNotes({ key, values, required }: Condition): Flat {
  return notesFor(required, { key, values })
}

/** The values per key are gathered, so that one sentence names them all. */
function notesFor(required: readonly string[], { key, values }: { key: string; values: readonly unknown[] }): Flat {
  const note = `Required when ${key} is ${values.map(value => (typeof value === 'string' ? value : JSON.stringify(value))).join(' or ')}.`
  return { properties: {}, required: [], notes: new Map(required.map(name => [name, [note]])), rootNotes: [] }
}

function dependencies(schema: JsonSchema): Flat[] {
  const required = Object.entries(isObject(schema.dependentRequired) ? schema.dependentRequired : {})
  const schemas = Object.values(isObject(schema.dependentSchemas) ? schema.dependentSchemas : {})
  return [
    ...required.map(([key, needed]) => ({
      properties: {},
      required: [],
      notes: new Map(names(needed).map(name => [name, [`Required when ${key} is given.`]])),
      rootNotes: [],
    })),
    ...schemas.filter(isObject).map(branch => optional(flatten(branch))),
  ]
}

const GATHERED = /^(Required when .+ is )(.+)\.$/

function mergeNotes(
  a: ReadonlyMap<string, readonly string[]>,
  b: ReadonlyMap<string, readonly string[]>,
): Map<string, readonly string[]> {
  const merged = new Map(a)
  for (const [name, notes] of b) merged.set(name, notes.reduce(addNote, merged.get(name) ?? []))
  return merged
}

/** "Required when action is get." and "… is delete." become "Required when action is get or delete." */
function addNote(notes: readonly string[], note: string): readonly string[] {
  const [, start, value] = GATHERED.exec(note) ?? []
  const known = notes.find(other => start !== undefined && value !== 'given' && other.startsWith(start))
  if (known === undefined) return notes.includes(note) ? notes : [...notes, note]
  return notes.map(other => (other === known ? `${known.slice(0, -1)} or ${value}.` : other))
}

function mergeProperties(
  a: Properties,
  b: Properties,
  conflict: (x: JsonSchema, y: JsonSchema) => JsonSchema,
): Properties {
  const merged = new Map(Object.entries(a))
  for (const [name, schema] of Object.entries(b)) {
    const known = merged.get(name)
    if (known === undefined || known === true) merged.set(name, schema)
    else if (isObject(known) && isObject(schema) && JSON.stringify(known) !== JSON.stringify(schema))
      merged.set(name, conflict(known, schema))
  }
  return Object.fromEntries(merged)
}

function list(value: unknown): JsonSchema[] {
  return Array.isArray(value) ? value.filter(isObject) : []
}

function names(value: unknown): string[] {
  return Array.isArray(value) ? value.filter(item => typeof item === 'string') : []
}
