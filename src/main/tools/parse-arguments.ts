import type { JsonValue } from '@spora/sdk'
import { type JsonLimits, type JsonProblemKind, readStrictJson } from './strict-json.ts'

export const ARGUMENT_LIMITS: JsonLimits = { maxBytes: 256_000, maxDepth: 64 }

export type ArgumentsCode =
  | 'CALL_ARGS_JSON'
  | 'CALL_ARGS_DUPLICATE_KEY'
  | 'CALL_ARGS_KEY'
  | 'CALL_ARGS_NUMBER'
  | 'CALL_ARGS_TEXT'
  | 'CALL_ARGS_TOO_DEEP'
  | 'CALL_ARGS_TOO_LARGE'
  | 'CALL_ARGS_NOT_OBJECT'

export type Arguments = Readonly<Record<string, JsonValue>>

export type ParsedArguments =
  /** unwrapped: the model sent the object as text inside text; the value is the inner object. */
  | { readonly kind: 'ok'; readonly value: Arguments; readonly unwrapped: boolean }
  /** Nothing was sent: means `{}`. */
  | { readonly kind: 'empty' }
  /** `message` is for the model and says what to do; `problem` only says what is wrong. */
  | { readonly kind: 'malformed'; readonly code: ArgumentsCode; readonly message: string; readonly problem: string }

const CODES: Readonly<Record<JsonProblemKind, ArgumentsCode>> = {
  syntax: 'CALL_ARGS_JSON',
  duplicate_key: 'CALL_ARGS_DUPLICATE_KEY',
  forbidden_key: 'CALL_ARGS_KEY',
  number: 'CALL_ARGS_NUMBER',
  text: 'CALL_ARGS_TEXT',
  too_deep: 'CALL_ARGS_TOO_DEEP',
  too_large: 'CALL_ARGS_TOO_LARGE',
}

/**
 * W5: a model's arguments as it sent them. Malformed text never becomes `{}` and is never repaired: the message goes
 * back to the model.
 */
export function parseArguments(text: string | null | undefined): ParsedArguments {
  if (text === null || text === undefined || /^[ \t\r\n]*$/.test(text)) return { kind: 'empty' }
  const read = readStrictJson(text, ARGUMENT_LIMITS)
  if (!read.ok) return malformed(read.problems[0].kind, read.problems[0].message)
  if (read.value === null || read.value === '') return { kind: 'empty' }
  if (isObject(read.value)) return { kind: 'ok', value: read.value, unwrapped: false }
  return typeof read.value === 'string' ? unwrap(read.value) : notAnObject(read.value)
}

/** Some models encode twice. Once more is read, a third time is not. */
function unwrap(text: string): ParsedArguments {
  const read = readStrictJson(text, ARGUMENT_LIMITS)
  // An inner object with duplicate or forbidden keys is no less dangerous than an outer one.
  if (!read.ok && read.problems[0].kind !== 'syntax') return malformed(read.problems[0].kind, read.problems[0].message)
  if (read.ok && isObject(read.value)) return { kind: 'ok', value: read.value, unwrapped: true }
  return notAnObject(text)
}

function malformed(kind: JsonProblemKind, problem: string): ParsedArguments {
  return {
    kind: 'malformed',
    code: CODES[kind],
    message: `The arguments were not read and the tool did not run. ${problem} Send the whole call again, as one JSON object.`,
    problem,
  }
}

function notAnObject(value: JsonValue): ParsedArguments {
  const got = Array.isArray(value) ? 'a list' : typeof value === 'string' ? 'a text' : `a ${typeof value}`
  return {
    kind: 'malformed',
    code: 'CALL_ARGS_NOT_OBJECT',
    message: `The arguments are ${got}, so the tool did not run. Send one JSON object with the parameters as keys.`,
    problem: `They are ${got}, not an object with the parameters.`,
  }
}

function isObject(value: JsonValue): value is Arguments {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
