/**
 * The reference's arithmetic, as far as it differs from ours: doubles, a minus before a number binds tighter than `^`,
 * `^` goes to the left, and `%` and `intdiv` cut their operands to integers. Null when this does not know better.
 */
export function referenceValue(expression: string): number | null {
  try {
    const reader = new Reader(expression.match(TOKEN) ?? [])
    const value = reader.binary(1)
    return reader.done() ? value : null
  } catch {
    return null
  }
}

const TOKEN = /\d+\.?\d*|\.\d+|[a-z]+|\S/gi
const PRECEDENCE: Readonly<Record<string, number>> = { '+': 1, '-': 1, '*': 2, '/': 2, '%': 2, '^': 3 }

const FUNCTIONS: Readonly<Record<string, (...args: number[]) => number>> = {
  ...{ abs: Math.abs, ceil: Math.ceil, floor: Math.floor, min: Math.min, max: Math.max, sqrt: Math.sqrt },
  ...{ pow: Math.pow, hypot: Math.hypot, exp: Math.exp, expmone: Math.expm1, logten: Math.log10, logonep: Math.log1p },
  ...{ sin: Math.sin, cos: Math.cos, tan: Math.tan, asin: Math.asin, acos: Math.acos, atan: Math.atan },
  ...{ atantwo: Math.atan2, sinh: Math.sinh, cosh: Math.cosh, tanh: Math.tanh },
  ...{ asinh: Math.asinh, acosh: Math.acosh, atanh: Math.atanh },
  log: (x, base) => Math.log(x ?? Number.NaN) / (base === undefined ? 1 : Math.log(base)),
  en: (x, exponent) => (x ?? Number.NaN) * 10 ** (exponent ?? Number.NaN),
  fmod: (x, y) => (x ?? Number.NaN) % (y ?? Number.NaN),
  intdiv: (x, y) => Math.trunc(Math.trunc(x ?? Number.NaN) / Math.trunc(y ?? Number.NaN)),
  degtorad: x => ((x ?? Number.NaN) * Math.PI) / 180,
  radtodeg: x => ((x ?? Number.NaN) * 180) / Math.PI,
}

const CONSTANTS: Readonly<Record<string, number>> = { pi: Math.PI, e: Math.E, lntwo: Math.LN2, sqrttwo: Math.SQRT2 }

class Reader {
  #position = 0

  constructor(readonly tokens: readonly string[]) {}

  done(): boolean {
    return this.#position === this.tokens.length
  }

  binary(minimum: number): number {
    let left = this.#unary()
    while (true) {
      const operator = this.tokens[this.#position] ?? ''
      const precedence = PRECEDENCE[operator]
      if (precedence === undefined || precedence < minimum) return left
      this.#position++
      left = operate(operator, left, this.binary(precedence + 1))
    }
  }

  #unary(): number {
    const token = (this.tokens[this.#position++] ?? '').toLowerCase()
    if (token === '-') return -this.#unary()
    if (token === '(') {
      const value = this.binary(1)
      this.#expect(')')
      return value
    }
    if (/^[\d.]/.test(token)) return Number(token)
    if (Object.hasOwn(CONSTANTS, token)) return CONSTANTS[token] ?? Number.NaN
    const apply = Object.hasOwn(FUNCTIONS, token) ? FUNCTIONS[token] : undefined
    if (!apply) throw new SyntaxError(token)
    this.#expect('(')
    const args = [this.binary(1)]
    while (this.tokens[this.#position] === ',') {
      this.#position++
      args.push(this.binary(1))
    }
    this.#expect(')')
    return apply(...args)
  }

  #expect(token: string): void {
    if (this.tokens[this.#position++] !== token) throw new SyntaxError(`no ${token}`)
  }
}

function operate(operator: string, a: number, b: number): number {
  switch (operator) {
    case '+':
      return a + b
    case '-':
      return a - b
    case '*':
      return a * b
    case '/':
      return a / b
    case '%':
      return Math.trunc(a) % Math.trunc(b)
    default:
      return a ** b
  }
}
