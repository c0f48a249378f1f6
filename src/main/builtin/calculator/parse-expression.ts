import { shortened } from '../shortened.ts'
import { CalculatorError } from './calculator-error.ts'
import { type Sign, type Token, Tokenizer } from './tokenizer.ts'

export type Expression =
  | { readonly kind: 'number'; readonly text: string }
  | { readonly kind: 'constant'; readonly name: string }
  | { readonly kind: 'call'; readonly name: string; readonly args: readonly Expression[] }
  | { readonly kind: 'negate'; readonly operand: Expression }
  | { readonly kind: 'binary'; readonly operator: Operator; readonly left: Expression; readonly right: Expression }

export type Operator = '+' | '-' | '*' | '/' | '%' | '^'

/** `^` binds tighter than a sign before it and to the right; the others to the left. */
const PRECEDENCE: ReadonlyMap<string, number> = new Map([
  ['+', 1],
  ['-', 1],
  ['*', 2],
  ['/', 2],
  ['%', 2],
])
const MAX_DEPTH = 100
const MAX_ARGUMENTS = 100

/** The expression as a tree, by precedence climbing. Names are looked up later: what is no expression is told first. */
export function parseExpression(text: string): Expression {
  const parser = new Parser(new Tokenizer(text))
  return parser.whole()
}

class Parser {
  #token: Token
  #depth = 0

  constructor(readonly tokens: Tokenizer) {
    this.#token = tokens.next()
  }

  whole(): Expression {
    const expression = this.#binary(1)
    if (this.#token.kind === 'end') return expression
    if (this.#is(')')) this.#fail('")" has no "(" before it.')
    if (this.#is(',')) this.#fail('"," stands between the arguments of a function only; decimals are written with ".".')
    return this.#fail(`An operator is missing before "${this.#shown()}".`)
  }

  #binary(minimum: number): Expression {
    let left = this.#signed()
    while (true) {
      const operator = this.#token.kind === 'sign' ? this.#token.text : ''
      const precedence = PRECEDENCE.get(operator)
      if (precedence === undefined || precedence < minimum) return left
      this.#advance()
      left = { kind: 'binary', operator: operator as Operator, left, right: this.#binary(precedence + 1) }
    }
  }

  #signed(): Expression {
    if (this.#accept('-')) return this.#deeper(() => ({ kind: 'negate', operand: this.#signed() }))
    if (this.#accept('+')) return this.#deeper(() => this.#signed())
    const base = this.#primary()
    if (!this.#accept('^')) return base
    return this.#deeper(() => ({ kind: 'binary', operator: '^', left: base, right: this.#signed() }))
  }

  #primary(): Expression {
    const token = this.#token
    if (token.kind === 'number') {
      this.#advance()
      return { kind: 'number', text: token.text }
    }
    if (token.kind === 'name') {
      this.#advance()
      if (!this.#accept('(')) return { kind: 'constant', name: token.text }
      return { kind: 'call', name: token.text, args: this.#deeper(() => this.#arguments(token.text)) }
    }
    if (this.#accept('(')) {
      const inner = this.#deeper(() => this.#binary(1))
      this.#close()
      return inner
    }
    if (token.kind === 'end') this.#fail('The expression ends where a number is expected.')
    return this.#fail(`"${this.#shown()}" stands where a number is expected.`)
  }

  #arguments(name: string): readonly Expression[] {
    const args: Expression[] = []
    if (this.#accept(')')) return args
    do {
      if (args.length >= MAX_ARGUMENTS)
        throw new CalculatorError('CALC_ARITY', `${shortened(name)} takes at most ${MAX_ARGUMENTS} arguments.`)
      args.push(this.#binary(1))
    } while (this.#accept(','))
    this.#close()
    return args
  }

  #close(): void {
    if (this.#accept(')')) return
    if (this.#token.kind === 'end') this.#fail('A ")" is missing at the end.')
    this.#fail(`"${this.#shown()}" stands where an operator or ")" is expected.`)
  }

  #deeper<T>(read: () => T): T {
    if (++this.#depth > MAX_DEPTH)
      throw new CalculatorError(
        'CALC_TOO_DEEP',
        `More than ${MAX_DEPTH} brackets, signs or powers stand inside each other.`,
      )
    const result = read()
    this.#depth--
    return result
  }

  #is(sign: Sign): boolean {
    return this.#token.kind === 'sign' && this.#token.text === sign
  }

  #accept(sign: Sign): boolean {
    if (!this.#is(sign)) return false
    this.#advance()
    return true
  }

  #advance(): void {
    this.#token = this.tokens.next()
  }

  /** A name may be as long as the whole expression, and longer. */
  #shown(): string {
    return shortened(this.#token.text)
  }

  #fail(sentence: string): never {
    throw new CalculatorError('CALC_SYNTAX', `${sentence} (Position ${this.#token.at + 1}.)`)
  }
}
