import type { JsonSchema, JsonValue } from '@spora/sdk'
import { flattenRoot } from './flatten-root.ts'
import { type Limits, limitsOf } from './limits.ts'
import { isObject, typesOf } from './map-subschemas.ts'
import { resolvePointer } from './resolve-pointer.ts'

/**
 * What a value may be, in the few terms every restricted dialect can speak of. A schema that says more is loosened,
 * never tightened: our own validation keeps the whole schema.
 */
export interface Shape {
  readonly description: string
  /** Any of them will do; none listed: anything. */
  readonly kinds: readonly Kind[]
  readonly nullable: boolean
}

export type ScalarType = 'string' | 'number' | 'integer' | 'boolean'

export interface Scalar {
  readonly type: ScalarType
  readonly choices: readonly JsonValue[] | null
  readonly limits: Limits
}

export interface List {
  readonly type: 'array'
  readonly items: Shape
  readonly limits: Limits
}

export interface Fields {
  readonly type: 'object'
  /** Empty: the keys are not known beforehand. */
  readonly properties: readonly (readonly [name: string, shape: Shape])[]
  readonly required: ReadonlySet<string>
  /** The schema's own, and what it says in words once its combinators are gone. */
  readonly description: string
  readonly limits: Limits
}

export type Kind = Scalar | List | Fields

/** Schemas that are larger once their references are written out are not worth a model's attention. */
const MOST_SHAPES = 5_000
const SCALARS: readonly string[] = ['string', 'number', 'integer', 'boolean']
const ANYTHING: Shape = { description: '', kinds: [], nullable: false }

export class TooManyShapes extends Error {}

/** The shape of a tool's arguments. Throws TooManyShapes. */
export function argumentsShape(schema: JsonSchema): Fields {
  return new ShapeReader(schema).fields(schema)
}

class ShapeReader {
  readonly #root: JsonSchema
  /** References being written out: a schema inside itself ends as anything. */
  readonly #open = new Set<string>()
  #left = MOST_SHAPES

  constructor(root: JsonSchema) {
    this.#root = root
  }

  fields(schema: JsonSchema): Fields {
    const flat = flattenRoot(this.#resolved(schema))
    const properties = Object.entries(isObject(flat.properties) ? flat.properties : {})
    return {
      type: 'object',
      // `false` is what can never be sent.
      properties: properties.filter(([, value]) => value !== false).map(([name, value]) => [name, this.shape(value)]),
      required: new Set(strings(flat.required).filter(name => properties.some(([key]) => key === name))),
      description: text(flat.description),
      limits: limitsOf(schema),
    }
  }

  shape(schema: unknown): Shape {
    if (this.#left-- <= 0) throw new TooManyShapes()
    if (!isObject(schema)) return ANYTHING
    const { $ref } = schema
    if (typeof $ref !== 'string') return this.#plain(schema)
    if (this.#open.has($ref)) return { ...ANYTHING, description: text(schema.description) }
    this.#open.add($ref)
    try {
      return this.#plain(this.#resolved(schema))
    } finally {
      this.#open.delete($ref)
    }
  }

  #plain(given: JsonSchema): Shape {
    const schema = withoutAllOf(given)
    const description = text(schema.description)
    const branches = [...list(schema.anyOf), ...list(schema.oneOf)]
    if (branches.length > 0 && !isFields(schema)) {
      const { anyOf: _, oneOf: __, description: ___, ...rest } = schema
      const shapes = branches.map(branch => this.shape(merged(branch, rest)))
      const kinds = shapes.some(shape => shape.kinds.length === 0 && !shape.nullable)
        ? []
        : shapes.flatMap(s => s.kinds)
      return { description, kinds, nullable: shapes.some(({ nullable }) => nullable) }
    }
    const types = wantedTypes(schema)
    const choices = choicesOf(schema)
    const kinds = types.flatMap(type => this.#kind(type, schema, choices))
    const [only] = kinds
    return {
      description: kinds.length === 1 && only?.type === 'object' ? only.description : description,
      kinds,
      nullable: types.includes('null') && (choices === null || choices.includes(null)),
    }
  }

  #kind(type: string, schema: JsonSchema, choices: readonly JsonValue[] | null): Kind[] {
    if (type === 'array') return [{ type, items: this.#items(schema), limits: limitsOf(schema) }]
    if (type === 'object') return [this.fields(schema)]
    if (!SCALARS.includes(type)) return []
    const own = choices?.filter(choice => isOf(choice, type)) ?? null
    if (own?.length === 0) return []
    return [{ type: type as ScalarType, choices: own, limits: limitsOf(schema) }]
  }

  #items({ prefixItems, items }: JsonSchema): Shape {
    const tuple = Array.isArray(prefixItems) ? prefixItems : Array.isArray(items) ? items : null
    if (!tuple) return this.shape(items)
    const all = isObject(items) ? [...tuple, items] : tuple
    return all.length === 0 ? ANYTHING : this.shape(all.length === 1 ? all[0] : { anyOf: all })
  }

  #resolved(schema: JsonSchema): JsonSchema {
    let current = schema
    for (let steps = 0; typeof current.$ref === 'string' && steps < 10; steps++) {
      const { $ref, ...own } = current
      const target = resolvePointer(this.#root, $ref as string)
      current = isObject(target) ? merged(own, target) : own
    }
    return current
  }
}

function isFields(schema: JsonSchema): boolean {
  const types = typesOf(schema)
  if (types.length > 0) return types.every(type => type === 'object')
  return isObject(schema.properties) || Array.isArray(schema.required)
}

function wantedTypes(schema: JsonSchema): readonly string[] {
  const types = typesOf(schema)
  const choices = choicesOf(schema)
  const named = types.length > 0 ? types : [...new Set(choices?.map(typeOf))]
  if (named.length > 0) return named.includes('number') ? named.filter(type => type !== 'integer') : named
  if (isFields(schema)) return ['object']
  return schema.items !== undefined || schema.prefixItems !== undefined ? ['array'] : []
}

function choicesOf(schema: JsonSchema): readonly JsonValue[] | null {
  if (schema.const !== undefined) return [schema.const as JsonValue]
  return Array.isArray(schema.enum) && schema.enum.length > 0 ? (schema.enum as JsonValue[]) : null
}

function withoutAllOf(schema: JsonSchema): JsonSchema {
  const { allOf, ...rest } = schema
  return list(allOf).reduce((all, branch) => merged(all, withoutAllOf(branch)), rest as JsonSchema)
}

/** Both hold. Where both speak of the same, the first is believed, but for what can be combined. */
function merged(first: JsonSchema, second: JsonSchema): JsonSchema {
  const both: Record<string, unknown> = { ...second, ...first }
  const [a, b] = [typesOf(first), typesOf(second)]
  if (a.length > 0 && b.length > 0) {
    const shared = a.filter(type => b.includes(type) || (type === 'integer' && b.includes('number')))
    both.type = shared.length > 0 ? shared : [...a]
  }
  if (isObject(first.properties) && isObject(second.properties)) {
    const properties = new Map<string, unknown>(Object.entries(first.properties))
    for (const [name, value] of Object.entries(second.properties))
      properties.set(name, properties.has(name) ? { allOf: [properties.get(name), value] } : value)
    both.properties = Object.fromEntries(properties)
  }
  const required = [...new Set([...strings(first.required), ...strings(second.required)])]
  return required.length > 0 ? { ...both, required } : both
}

function isOf(value: JsonValue, type: string): boolean {
  return type === 'number' ? typeof value === 'number' : typeOf(value) === type
}

function typeOf(value: JsonValue): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return typeof value === 'number' && Number.isInteger(value) ? 'integer' : typeof value
}

function list(value: unknown): JsonSchema[] {
  return Array.isArray(value) ? value.filter(isObject) : []
}

function strings(value: unknown): string[] {
  return Array.isArray(value) ? value.filter(item => typeof item === 'string') : []
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
