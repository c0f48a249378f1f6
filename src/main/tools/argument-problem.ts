import type { ErrorObject } from 'ajv'
import type { ArgumentProblem } from '../../shared/contract/calls.ts'
import { pointer, readablePath } from './json-pointer.ts'
import { nearest } from './nearest.ts'
import { quote, quoteList } from './quote.ts'

const CODE = 'CALL_ARGS_SCHEMA'

/** A problem at one place: `limit: expected a whole number, got "many".` */
export function argumentProblem(path: string, expected: string, got: unknown): ArgumentProblem {
  return { path, code: CODE, message: `${subject(path)}: expected ${expected}, got ${quote(got)}.` }
}

/** A key nobody declared. `advice` replaces the guess at what was meant. */
export function unknownKeyProblem(
  base: string,
  key: string,
  known: readonly string[],
  advice?: string,
): ArgumentProblem {
  const path = pointer(base, key)
  return { path, code: CODE, message: `${subject(path)}: is not known here. ${advice ?? guess(key, known)}` }
}

function guess(key: string, known: readonly string[]): string {
  const meant = nearest(key, known)
  if (meant) return `Did you mean ${quote(meant)}?`
  return known.length > 0 ? `Known are ${quoteList(known)}.` : 'Nothing is expected here.'
}

/** What ajv found, as people and models can act on it. */
export function problemOf(error: ErrorObject): ArgumentProblem {
  const { keyword, instancePath, params, data } = error
  switch (keyword) {
    case 'required': {
      const path = pointer(instancePath, params.missingProperty)
      return { path, code: CODE, message: `${subject(path)}: is required, but was not sent.` }
    }
    case 'additionalProperties':
    case 'unevaluatedProperties': {
      const known = error.parentSchema?.properties
      const key = params.additionalProperty ?? params.unevaluatedProperty
      return unknownKeyProblem(instancePath, key, isObject(known) ? Object.keys(known) : [])
    }
    default:
      return argumentProblem(instancePath, expectation(error), data)
  }
}

function expectation(error: ErrorObject): string {
  const { params, parentSchema, keyword } = error
  switch (keyword) {
    case 'type':
      return typeNames(params.type)
    case 'enum':
      return `one of ${quoteList(params.allowedValues)}`
    case 'const':
      return quote(params.allowedValue)
    case 'minimum':
      return `a number of at least ${params.limit}`
    case 'maximum':
      return `a number of at most ${params.limit}`
    case 'exclusiveMinimum':
      return `a number above ${params.limit}`
    case 'exclusiveMaximum':
      return `a number below ${params.limit}`
    case 'multipleOf':
      return `a multiple of ${params.multipleOf}`
    case 'format':
      return FORMATS.get(params.format) ?? `the format ${quote(params.format)}`
    case 'pattern':
      return `a text that matches ${quote(params.pattern, 100)}`
    case 'minLength':
      return `at least ${params.limit} characters`
    case 'maxLength':
      return `at most ${params.limit} characters`
    case 'minItems':
      return `at least ${params.limit} items`
    case 'maxItems':
      return `at most ${params.limit} items`
    case 'minProperties':
      return `at least ${params.limit} keys`
    case 'maxProperties':
      return `at most ${params.limit} keys`
    case 'uniqueItems':
      return 'no item twice'
    case 'anyOf':
    case 'oneOf':
      return branchNames(parentSchema?.[keyword])
    default:
      return `a value its schema allows (${keyword})`
  }
}

const TYPES: ReadonlyMap<unknown, string> = new Map([
  ['string', 'a text'],
  ['number', 'a number'],
  ['integer', 'a whole number'],
  ['boolean', 'true or false'],
  ['array', 'a list'],
  ['object', 'an object'],
  ['null', 'null'],
])

const FORMATS: ReadonlyMap<unknown, string> = new Map([
  ['date', 'a date like 2025-07-25'],
  ['time', 'a time with its zone like 17:32:00Z'],
  ['date-time', 'a date and time like 2025-07-25T17:32:00Z'],
  ['email', 'an e-mail address'],
  ['uri', 'a whole address like https://example.com/page'],
  ['uuid', 'a UUID'],
  ['ipv4', 'an IPv4 address'],
  ['ipv6', 'an IPv6 address'],
])

function typeNames(types: unknown): string {
  const list = Array.isArray(types) ? types : [types]
  return list.map(type => TYPES.get(type) ?? quote(type)).join(' or ')
}

function branchNames(branches: unknown): string {
  const types = (Array.isArray(branches) ? branches : []).map(branch => (isObject(branch) ? branch.type : undefined))
  return types.length > 0 && types.every(type => type !== undefined)
    ? [...new Set(types.map(typeNames))].join(' or ')
    : 'a value that fits exactly what the schema describes'
}

function subject(path: string): string {
  return path === '' ? 'The arguments' : quote(readablePath(path), 80)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
