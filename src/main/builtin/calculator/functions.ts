import type { Decimal } from 'decimal.js'
import { CalculatorError } from './calculator-error.ts'
import {
  add,
  asShown,
  divide,
  Exact,
  exactly,
  multiply,
  power,
  type Quantity,
  remainder,
  roughly,
  settle,
  tooLarge,
  tooSmall,
  Wide,
  Working,
} from './quantity.ts'

export interface CalculatorFunction {
  readonly least: number
  readonly most: number
  readonly apply: (args: readonly Quantity[]) => Quantity
}

const pi = once(() => Working.acos(-1))

/** By name in lowercase. Fifty digits cost something, so each is worked out when an expression first names it. */
export const CONSTANTS: ReadonlyMap<string, () => Quantity> = new Map(
  (
    [
      ['pi', () => pi()],
      ['e', () => Working.exp(1)],
      ['euler', () => new Working('0.57721566490153286060651209008240243104215933593992')],
      ['onepi', () => Working.div(1, pi())],
      ['pitwo', () => pi().div(2)],
      ['pifour', () => pi().div(4)],
      ['twosqrtpi', () => Working.div(2, pi().sqrt())],
      ['sqrtpi', () => pi().sqrt()],
      ['sqrttwo', () => Working.sqrt(2)],
      ['sqrtthree', () => Working.sqrt(3)],
      ['sqrtonetwo', () => Working.sqrt('0.5')],
      ['lntwo', () => Working.ln(2)],
      ['lnten', () => Working.ln(10)],
      ['lnpi', () => pi().ln()],
      ['logtwoe', () => Working.log2(Working.exp(1))],
      ['logtene', () => Working.log10(Working.exp(1))],
    ] as const
  ).map(([name, value]) => [name, once(() => roughly(value()))] as const),
)

/** By name in lowercase. Nothing here depends on time or chance. */
export const FUNCTIONS: ReadonlyMap<string, CalculatorFunction> = new Map<string, CalculatorFunction>([
  ['abs', of1(x => settle(x.value.abs(), x.exact))],
  ['ceil', of1(x => exactly(asShown(x).ceil()))],
  ['floor', of1(x => exactly(asShown(x).floor()))],
  ['round', { least: 1, most: 2, apply: ([x, places]) => round(x as Quantity, places) }],
  ['min', { least: 1, most: 100, apply: args => args.reduce((a, b) => (b.value.lt(a.value) ? b : a)) }],
  ['max', { least: 1, most: 100, apply: args => args.reduce((a, b) => (b.value.gt(a.value) ? b : a)) }],
  ['sqrt', of1(squareRoot)],
  ['pow', of2(power)],
  ['en', of2((x, exponent) => multiply(x, power(exactly(10), exponent)))],
  ['hypot', of2(hypotenuse)],
  ['fmod', of2(remainder)],
  ['intdiv', of2((x, y) => exactly(asShown(divide(x, y)).trunc()))],
  ['exp', of1(exponential)],
  ['expmone', of1(x => (isTiny(x) ? roughly(x.value) : roughly(Wide.exp(bounded(x)).minus(1))))],
  ['log', { least: 1, most: 2, apply: ([x, base]) => logarithm(x as Quantity, base) }],
  ['logten', of1(x => roughly(Working.log10(positive(x))))],
  ['logonep', of1(x => (isTiny(x) ? roughly(x.value) : logarithm(add(x, exactly(1)))))],
  ['sin', of1(x => wave(Working.sin(x.value), x))],
  ['cos', of1(x => wave(Working.cos(x.value), x))],
  ['tan', of1(tangent)],
  ['asin', of1(x => roughly(Working.asin(within1(x))))],
  ['acos', of1(x => roughly(Working.acos(within1(x))))],
  ['atan', of1(x => roughly(Working.atan(x.value)))],
  ['atantwo', of2((y, x) => roughly(Working.atan2(y.value, x.value)))],
  ['sinh', of1(x => roughly(Working.sinh(boundedBothWays(x))))],
  ['cosh', of1(x => roughly(Working.cosh(boundedBothWays(x))))],
  ['tanh', of1(hyperbolicTangent)],
  ['asinh', of1(x => roughly(isTiny(x) ? x.value : Working.asinh(x.value)))],
  ['acosh', of1(x => roughly(Working.acosh(x.value)))],
  ['atanh', of1(x => roughly(Working.atanh(x.value)))],
  ['degtorad', of1(x => roughly(Working.mul(x.value, pi()).div(180)))],
  ['radtodeg', of1(x => roughly(Working.mul(x.value, 180).div(pi())))],
  ['getrandmax', { least: 0, most: 0, apply: () => exactly(2 ** 31 - 1) }],
  ['mtgetrandmax', { least: 0, most: 0, apply: () => exactly(2 ** 31 - 1) }],
])

function of1(apply: (x: Quantity) => Quantity): CalculatorFunction {
  return { least: 1, most: 1, apply: ([x]) => apply(x as Quantity) }
}

function of2(apply: (x: Quantity, y: Quantity) => Quantity): CalculatorFunction {
  return { least: 2, most: 2, apply: ([x, y]) => apply(x as Quantity, y as Quantity) }
}

function round(x: Quantity, places: Quantity = exactly(0)): Quantity {
  const digits = asShown(places)
  if (!digits.isInteger() || digits.abs().gt(300))
    throw new CalculatorError('CALC_DOMAIN', 'round takes a whole number of places, from -300 to 300.')
  const shift = new Exact(10).pow(digits)
  return exactly(new Exact(asShown(x)).times(shift).round().div(shift))
}

function squareRoot(x: Quantity): Quantity {
  if (x.value.isNegative()) throw new CalculatorError('CALC_DOMAIN', 'A negative number has no real square root.')
  return root(x.value, x.exact)
}

/** The squares may leave the range, their root does not. */
function hypotenuse(x: Quantity, y: Quantity): Quantity {
  const [a, b] = [new Exact(x.value), new Exact(y.value)]
  return root(a.times(a).plus(b.times(b)), x.exact && y.exact)
}

function root(square: Decimal, exact: boolean): Quantity {
  const found = Working.sqrt(square)
  return settle(found, exact && new Exact(found).times(found).eq(square))
}

/** So close to 0 that e^x - 1, ln(1 + x) and asinh(x) are x to the last digit kept. */
function isTiny(x: Quantity): boolean {
  return x.value.abs().lt('1e-60')
}

function exponential(x: Quantity): Quantity {
  const exponent = bounded(x)
  if (exponent.lt(-2310)) throw tooSmall()
  return roughly(Working.exp(exponent))
}

function logarithm(x: Quantity, base?: Quantity): Quantity {
  return roughly(base ? Working.log(positive(x), positive(base)) : Working.ln(positive(x)))
}

/** Sine and cosine of a rounded angle: what is left at a zero is rounding. */
function wave(result: Decimal, angle: Quantity): Quantity {
  if (!angle.exact && angle.value.abs().gt('1e9'))
    throw new CalculatorError('CALC_DOMAIN', 'The angle is too large for its digits to say where on the circle it is.')
  const noise = Exact.max(angle.value.abs(), 1).times('1e-45')
  return !angle.exact && result.abs().lt(noise) ? { value: new Exact(0), exact: false } : roughly(result)
}

function tangent(x: Quantity): Quantity {
  if (wave(Working.cos(x.value), x).value.isZero())
    throw new CalculatorError('CALC_DOMAIN', 'The tangent is not defined there.')
  return wave(Working.tan(x.value), x)
}

/** From 60 on, the difference from 1 lies behind the last digit kept. */
function hyperbolicTangent(x: Quantity): Quantity {
  return roughly(x.value.abs().gt(60) ? new Working(x.value.isNegative() ? -1 : 1) : Working.tanh(x.value))
}

function positive(x: Quantity): Decimal {
  if (x.value.gt(0)) return x.value
  throw new CalculatorError('CALC_DOMAIN', 'A logarithm is defined for numbers above 0 only.')
}

function within1(x: Quantity): Decimal {
  if (x.value.abs().lte(1)) return x.value
  throw new CalculatorError('CALC_DOMAIN', 'asin and acos are defined from -1 to 1 only.')
}

/** An exponent of e that stays in range. */
function bounded(x: Quantity): Decimal {
  if (x.value.gt(711)) throw tooLarge()
  return x.value
}

function boundedBothWays(x: Quantity): Decimal {
  if (x.value.abs().gt(711)) throw tooLarge()
  return x.value
}

function once<T extends object>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}
