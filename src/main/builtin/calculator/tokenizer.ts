import { CalculatorError } from './calculator-error.ts'

export type Token =
  | { readonly kind: 'number'; readonly text: string; readonly at: number }
  | { readonly kind: 'name'; readonly text: string; readonly at: number }
  | { readonly kind: 'sign'; readonly text: Sign; readonly at: number }
  | { readonly kind: 'end'; readonly text: ''; readonly at: number }

export type Sign = '+' | '-' | '*' | '/' | '%' | '^' | '(' | ')' | ','

const MAX_LENGTH = 1000
const SPACE = /[ \t\r\n]*/y
const NUMBER = /(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?/iy
const NAME = /[a-z][a-z0-9]*/iy
const SIGNS: ReadonlySet<string> = new Set('+-*/%^(),')

/** What people write where a computer wants something else. */
const ADVICE: ReadonlyMap<string, string> = new Map([
  ['×', 'Write * to multiply.'],
  ['·', 'Write * to multiply.'],
  ['÷', 'Write / to divide.'],
  ['−', 'Write - for minus.'],
  ['²', 'Write ^2 for a square.'],
  ['³', 'Write ^3 for a cube.'],
  ['√', 'Write sqrt(…) for a square root.'],
  ['π', 'Write pi.'],
  ['!', 'There are no factorials.'],
  ['=', 'Send only the part to be calculated: nothing can be assigned or compared.'],
])

/** Reads one token at a time, so that the first thing wrong, from left to right, is what is reported. */
export class Tokenizer {
  #position = 0
  #name: string | null = null

  constructor(readonly text: string) {}

  next(): Token {
    this.#match(SPACE)
    const at = this.#position
    if (at >= MAX_LENGTH)
      throw new CalculatorError('CALC_TOO_LONG', `The expression is longer than ${MAX_LENGTH} characters.`)
    if (at >= this.text.length) return { kind: 'end', text: '', at }
    const number = this.#match(NUMBER)
    if (number !== null) return { kind: 'number', text: number, at }
    const before = this.#name
    this.#name = this.#match(NAME)
    if (this.#name !== null) return { kind: 'name', text: this.#name, at }
    const sign = this.text.charAt(at)
    if (sign === '.' && before !== null)
      throw new CalculatorError(
        'CALC_UNKNOWN_NAME',
        `"${before.slice(0, 40)}." is not known: nothing here has members.`,
      )
    if (!SIGNS.has(sign)) throw new CalculatorError('CALC_SYNTAX', unknownCharacter(this.text, at))
    this.#position++
    return { kind: 'sign', text: sign as Sign, at }
  }

  #match(expression: RegExp): string | null {
    expression.lastIndex = this.#position
    const found = expression.exec(this.text)?.[0] ?? null
    if (found !== null) this.#position += found.length
    return found
  }
}

function unknownCharacter(text: string, at: number): string {
  const code = text.codePointAt(at) ?? 0
  const character = String.fromCodePoint(code)
  const number = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`
  const shown = /[\p{L}\p{N}\p{P}\p{S}]/u.test(character) ? `"${character}"${code > 126 ? ` (${number})` : ''}` : number
  return `${shown} at position ${at + 1} is not part of an expression. ${ADVICE.get(character) ?? ''}`.trimEnd()
}
