import type { JsonValue } from '@spora/sdk'
import type { Fields, Kind, List, Scalar, Shape } from './shape.ts'

export type Reduced =
  | { readonly kind: Kind; readonly said: readonly string[] }
  /** Several kinds that nothing but text can carry: W6 reads numbers, lists and objects out of it again. */
  | { readonly kind: null; readonly said: readonly string[] }

/** For an API that knows no unions: objects become one object with the keys of all, numbers one number, the rest text. */
export function oneKind({ kinds }: Shape): Reduced {
  const [first, ...others] = kinds
  if (!first) return { kind: null, said: ['Any value; what is not text is written as JSON.'] }
  if (others.length === 0) return { kind: first, said: [] }
  if (kinds.every(isFields)) return { kind: eitherFields(kinds), said: [] }
  if (kinds.every(isList)) return { kind: eitherList(kinds), said: [] }
  if (kinds.every(isScalar)) {
    const scalar = eitherScalar(kinds)
    if (scalar) return { kind: scalar, said: [] }
  }
  const names = [...new Set(kinds.map(({ type }) => NAMES[type]))]
  return { kind: null, said: [`May be ${names.join(' or ')}; what is not text is written as JSON.`] }
}

const NAMES: Readonly<Record<Kind['type'], string>> = {
  string: 'a text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
}

function eitherFields(kinds: readonly Fields[]): Fields {
  const properties = new Map<string, Shape>()
  for (const [name, shape] of kinds.flatMap(kind => kind.properties)) {
    const known = properties.get(name)
    properties.set(name, known ? either([known, shape]) : shape)
  }
  return {
    type: 'object',
    properties: kinds.some(kind => kind.properties.length === 0) ? [] : [...properties],
    required: new Set([...properties.keys()].filter(name => kinds.every(({ required }) => required.has(name)))),
    description: kinds.map(({ description }) => description).find(text => text !== '') ?? '',
    limits: {},
  }
}

function eitherList(kinds: readonly List[]): List {
  return { type: 'array', items: either(kinds.map(({ items }) => items)), limits: {} }
}

function eitherScalar(kinds: readonly Scalar[]): Scalar | null {
  const types = new Set(kinds.map(({ type }) => type))
  const number = [...types].every(type => type === 'number' || type === 'integer')
  const [type] = types
  if (!type || (types.size > 1 && !number)) return null
  const all = kinds.every(({ choices }) => choices !== null)
  const choices = all ? [...new Set(kinds.flatMap(kind => kind.choices as readonly JsonValue[]))] : null
  return { type: types.size > 1 ? 'number' : type, choices, limits: {} }
}

function either(shapes: readonly Shape[]): Shape {
  const anything = shapes.some(({ kinds, nullable }) => kinds.length === 0 && !nullable)
  return {
    description: shapes.map(({ description }) => description).find(text => text !== '') ?? '',
    kinds: anything ? [] : shapes.flatMap(({ kinds }) => kinds),
    nullable: shapes.some(({ nullable }) => nullable),
  }
}

function isFields(kind: Kind): kind is Fields {
  return kind.type === 'object'
}

function isList(kind: Kind): kind is List {
  return kind.type === 'array'
}

function isScalar(kind: Kind): kind is Scalar {
  return kind.type !== 'array' && kind.type !== 'object'
}
