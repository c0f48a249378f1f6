import type { JsonValue } from '@spora/sdk'
import { createScanner, type ScanError, type SyntaxKind } from 'jsonc-parser'
import { pointer } from './json-pointer.ts'
import { Token, TokenError } from './json-tokens.ts'
import { quote } from './quote.ts'

export interface JsonLimits {
  readonly maxBytes: number
  /** How many arrays and objects may stand inside each other. */
  readonly maxDepth: number
}

export type JsonProblemKind =
  | 'syntax'
  | 'duplicate_key'
  | 'forbidden_key'
  | 'number'
  | 'text'
  | 'too_deep'
  | 'too_large'

export interface JsonProblem {
  readonly kind: JsonProblemKind
  /** A sentence that already names the line and the column. */
  readonly message: string
  readonly line: number
  readonly column: number
  readonly offset: number
  /** JSON pointer to the value it happened in. */
  readonly path: string
}

export type StrictJson =
  | { readonly ok: true; readonly value: JsonValue }
  | { readonly ok: false; readonly problems: readonly [JsonProblem, ...JsonProblem[]] }

/** Names that mean something to JavaScript itself: an object with such a key is not what its text shows. */
const FORBIDDEN_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])
const MAX_PROBLEMS = 20

/**
 * Reads JSON text so that the value is what the text shows: no duplicate keys, no keys of JavaScript's own, no number
 * that changes on the way, no broken text, bounded in size and depth. Tells every problem with its line and column.
 */
export function readStrictJson(text: string, limits: JsonLimits): StrictJson {
  if (text.length > limits.maxBytes || Buffer.byteLength(text) > limits.maxBytes) {
    const message = `The text is larger than ${kilobytes(limits.maxBytes)}.`
    return { ok: false, problems: [{ kind: 'too_large', message, line: 1, column: 1, offset: 0, path: '' }] }
  }
  const reader = new Reader(text, limits.maxDepth)
  const value = reader.document()
  const [first, ...rest] = reader.problems
  return first ? { ok: false, problems: [first, ...rest] } : { ok: true, value }
}

function kilobytes(bytes: number): string {
  return bytes >= 1000 ? `${Math.floor(bytes / 1000)} kB` : `${bytes} bytes`
}

/** Thrown inside the reader only: nothing sensible can be read after this. */
class Stop extends Error {}

class Reader {
  readonly problems: JsonProblem[] = []
  readonly #scanner
  #token: SyntaxKind = Token.unknown

  constructor(
    readonly text: string,
    readonly maxDepth: number,
  ) {
    this.#scanner = createScanner(text, false)
  }

  document(): JsonValue {
    try {
      this.#next()
      const value = this.#value('', 0)
      if (!this.#at(Token.end)) this.#stop('', 'the value is complete, but more text follows')
      return value
    } catch (error) {
      if (error instanceof Stop) return null
      throw error
    }
  }

  #value(path: string, depth: number): JsonValue {
    switch (this.#token) {
      case Token.openBrace:
        return this.#object(path, depth + 1)
      case Token.openBracket:
        return this.#array(path, depth + 1)
      case Token.string:
        return this.#take(this.#string(path))
      case Token.number:
        return this.#take(this.#number(path))
      case Token.true:
        return this.#take(true)
      case Token.false:
        return this.#take(false)
      case Token.null:
        return this.#take(null)
      default:
        return this.#stop(path, `expected a value, ${this.#found()}`)
    }
  }

  #object(path: string, depth: number): JsonValue {
    this.#checkDepth(path, depth)
    const members: Record<string, JsonValue> = {}
    this.#next()
    if (this.#at(Token.closeBrace)) return this.#take(members)
    while (true) {
      if (!this.#at(Token.string)) this.#stop(path, `expected a key in double quotes, ${this.#found()}`)
      const key = this.#string(path)
      const usable = this.#checkKey(members, key, path)
      this.#next()
      if (!this.#at(Token.colon)) this.#stop(path, `expected ":" after the key ${quote(key)}, ${this.#found()}`)
      this.#next()
      const value = this.#value(pointer(path, key), depth)
      if (usable) members[key] = value
      if (this.#closes(path, Token.closeBrace, '}')) return members
    }
  }

  #array(path: string, depth: number): JsonValue {
    this.#checkDepth(path, depth)
    const items: JsonValue[] = []
    this.#next()
    if (this.#at(Token.closeBracket)) return this.#take(items)
    while (true) {
      items.push(this.#value(pointer(path, items.length), depth))
      if (this.#closes(path, Token.closeBracket, ']')) return items
    }
  }

  /** After a member: true at the closing bracket (which is taken), false after a comma. */
  #closes(path: string, close: SyntaxKind, bracket: string): boolean {
    if (this.#at(close)) {
      this.#next()
      return true
    }
    if (!this.#at(Token.comma)) this.#stop(path, `expected "," or "${bracket}", ${this.#found()}`)
    this.#next()
    if (this.#at(close)) this.#stop(path, 'a comma stands before the closing bracket')
    return false
  }

  #checkDepth(path: string, depth: number): void {
    if (depth <= this.maxDepth) return
    this.#report('too_deep', path, `more than ${this.maxDepth} arrays and objects stand inside each other`)
    throw new Stop()
  }

  #checkKey(members: Record<string, JsonValue>, key: string, path: string): boolean {
    if (FORBIDDEN_KEYS.has(key)) {
      this.#report('forbidden_key', path, `the key ${quote(key)} is not allowed`)
      return false
    }
    if (!Object.hasOwn(members, key)) return true
    this.#report('duplicate_key', path, `the key ${quote(key)} stands twice in the same object`)
    return false
  }

  #string(path: string): string {
    const text = this.#scanner.getTokenValue()
    const error = STRING_ERRORS.get(this.#scanner.getTokenError())
    if (error) this.#stop(path, error)
    // Two halves of which one is written as an escape: together a character here, none where the text is stored or sent.
    if (!text.isWellFormed() || !this.#source().isWellFormed())
      this.#report('text', path, 'the text holds half of a surrogate pair')
    return text
  }

  /** The token as it is written. */
  #source(): string {
    const from = this.#scanner.getTokenOffset()
    return this.text.slice(from, from + this.#scanner.getTokenLength())
  }

  #number(path: string): number {
    if (this.#scanner.getTokenError() !== TokenError.none) this.#stop(path, 'the number is incomplete')
    const literal = this.#scanner.getTokenValue()
    const value = Number(literal)
    if (!Number.isFinite(value)) this.#report('number', path, `the number ${quote(literal, 40)} is too large`)
    else if (Number.isInteger(value) && !Number.isSafeInteger(value) && !isExact(literal, value))
      this.#report('number', path, `the integer ${quote(literal, 40)} is too large to be kept exactly; send it as text`)
    else if (value === 0 && /[1-9]/.test(literal.replace(/e.*/i, '')))
      this.#report('number', path, `the number ${quote(literal, 40)} is too small to be told from 0`)
    // Canonical JSON has no negative zero: what is shown and what runs must be the same.
    return value === 0 ? 0 : value
  }

  /** The given value, after moving on to the next token. */
  #take<T>(value: T): T {
    this.#next()
    return value
  }

  #next(): void {
    do this.#token = this.#scanner.scan()
    while (this.#at(Token.space) || this.#at(Token.lineBreak))
  }

  /** A question, not a comparison in place: the compiler would keep the answer after the token has moved on. */
  #at(token: SyntaxKind): boolean {
    return this.#token === token
  }

  #found(): string {
    switch (this.#token) {
      case Token.end:
        return 'the text ends here'
      case Token.lineComment:
      case Token.blockComment:
        return 'found a comment, which JSON does not have'
      default:
        return `found ${quote(this.#scanner.getTokenValue(), 30)}`
    }
  }

  #stop(path: string, what: string): never {
    this.#report('syntax', path, what)
    throw new Stop()
  }

  #report(kind: JsonProblemKind, path: string, what: string): void {
    const line = this.#scanner.getTokenStartLine() + 1
    const column = this.#scanner.getTokenStartCharacter() + 1
    const message = `Line ${line}, column ${column}: ${what}.`
    this.problems.push({ kind, message, line, column, offset: this.#scanner.getTokenOffset(), path })
    if (this.problems.length >= MAX_PROBLEMS) throw new Stop()
  }
}

/** An integer beyond the safe ones: written out it may be any of several, with an exponent it may be just this one. */
function isExact(literal: string, value: number): boolean {
  return !/^-?\d+$/.test(literal) && decimal(literal) === decimal(String(value))
}

/** The same text for the same decimal number, however it is written. */
function decimal(literal: string): string {
  const [, whole = '', fraction = '', exponent = '0'] = /^-?(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(literal) ?? []
  const digits = `${whole}${fraction}`.replace(/^0+/, '')
  const significant = digits.replace(/0+$/, '')
  return `${significant}e${Number(exponent) - fraction.length + digits.length - significant.length}`
}

const STRING_ERRORS: ReadonlyMap<ScanError, string> = new Map<ScanError, string>([
  [TokenError.unexpectedEndOfString, 'the text has no closing quote on its line (write a line break as \\n)'],
  [TokenError.invalidUnicode, 'the text holds a broken \\u escape'],
  [TokenError.invalidEscape, 'the text holds an unknown escape (write a backslash as \\\\, or use / in paths)'],
  [TokenError.invalidCharacter, 'the text holds a control character (write it as \\u0000)'],
])
