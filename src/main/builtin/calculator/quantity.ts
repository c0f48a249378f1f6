import { Decimal } from 'decimal.js'
import { CalculatorError } from './calculator-error.ts'

/** A number, and whether it is the mathematical result to its last digit. */
export interface Quantity {
  readonly value: Decimal
  readonly exact: boolean
}

/** Digits of an answer that is not exact. */
export const SHOWN_DIGITS = 40
/** Ten more while calculating, so that 1/3*3 is 1. */
const WORKING_DIGITS = 50
/** An exact result with more digits than this is rounded. Integers have at most 309. */
const EXACT_DIGITS = 400
const MAX_EXPONENT = 308
const MIN_EXPONENT = -1000

const shared = {
  rounding: Decimal.ROUND_HALF_UP,
  modulo: Decimal.ROUND_DOWN,
  toExpNeg: -7,
  toExpPos: 1000,
  defaults: true,
}
/** For what has no last digit: division, roots, functions. */
export const Working = Decimal.clone({ ...shared, precision: WORKING_DIGITS })
/** For a difference that eats digits. */
export const Wide = Decimal.clone({ ...shared, precision: 3 * WORKING_DIGITS })
/** For a quotient that may turn out to be exact. */
const Quotient = Decimal.clone({ ...shared, precision: EXACT_DIGITS })
/** Never rounds what settle lets through: two numbers of 400 digits, over the whole range of exponents. */
export const Exact = Decimal.clone({ ...shared, precision: 2000 })

/** A result, within limits: finite, in the range of double precision, and with as many digits as are worth keeping. */
export function settle(value: Decimal, exact: boolean): Quantity {
  if (value.isNaN()) throw new CalculatorError('CALC_DOMAIN', 'The result is not a real number.')
  if (!value.isFinite()) throw new CalculatorError('CALC_NOT_FINITE', 'The result is infinite.')
  if (!value.isZero() && value.e > MAX_EXPONENT) throw tooLarge()
  if (!value.isZero() && value.e < MIN_EXPONENT) throw tooSmall()
  const kept = exact && value.precision() <= EXACT_DIGITS
  // Zero has no sign here: -0 is 0.
  return { value: value.isZero() ? new Exact(0) : kept ? new Exact(value) : new Working(0).plus(value), exact: kept }
}

export function tooLarge(): CalculatorError {
  return new CalculatorError('CALC_TOO_LARGE', `The result has more than ${MAX_EXPONENT + 1} digits before the point.`)
}

export function tooSmall(): CalculatorError {
  return new CalculatorError('CALC_TOO_SMALL', 'The result is too close to zero to be told from it.')
}

export function exactly(value: Decimal.Value): Quantity {
  return settle(new Exact(value), true)
}

export function roughly(value: Decimal): Quantity {
  return settle(value, false)
}

export function add(a: Quantity, b: Quantity): Quantity {
  const sum = new Exact(a.value).plus(b.value)
  const exact = a.exact && b.exact
  // What is left when two rounded numbers cancel each other out is rounding, not a result.
  const noise = Exact.max(a.value.abs(), b.value.abs()).times('1e-45')
  return !exact && sum.abs().lt(noise) ? { value: new Exact(0), exact: false } : settle(sum, exact)
}

export function negate(a: Quantity): Quantity {
  return settle(a.value.negated(), a.exact)
}

export function multiply(a: Quantity, b: Quantity): Quantity {
  return settle(new Exact(a.value).times(b.value), a.exact && b.exact)
}

export function divide(a: Quantity, b: Quantity): Quantity {
  if (b.value.isZero()) throw divisionByZero()
  if (a.exact && b.exact) {
    const quotient = Quotient.div(a.value, b.value)
    if (new Exact(quotient).times(b.value).eq(a.value)) return settle(quotient, true)
  }
  return roughly(Working.div(a.value, b.value))
}

/** What is left over, with the sign of the dividend. */
export function remainder(a: Quantity, b: Quantity): Quantity {
  if (b.value.isZero()) throw divisionByZero()
  return settle(new Exact(asShown(a)).mod(asShown(b)), a.exact && b.exact)
}

export function power(base: Quantity, exponent: Quantity): Quantity {
  const [x, y] = [base.value, exponent.value]
  if (y.isZero()) return exactly(1)
  if (x.isZero()) {
    if (y.isNegative()) throw divisionByZero()
    return exactly(0)
  }
  // Before anything is multiplied: the size of the result, and whether it can be written at all.
  const digits = y.toNumber() * Math.log10(x.abs().lt('1e-300') ? 1e-300 : x.abs().toNumber())
  if (digits > MAX_EXPONENT + 2) throw tooLarge()
  if (digits < MIN_EXPONENT - 2) throw tooSmall()
  const whole = asShown(exponent)
  const grows = x.isInteger() ? 0 : x.precision() * y.abs().toNumber()
  if (base.exact && exponent.exact && y.isInteger() && y.abs().lte(10_000) && grows <= EXACT_DIGITS) {
    const raised = { value: new Exact(x).pow(y.abs()), exact: true }
    return y.isNegative() ? divide(exactly(1), raised) : settle(raised.value, true)
  }
  if (x.isNegative() && !whole.isInteger())
    throw new CalculatorError('CALC_DOMAIN', 'A negative number has no real power with a fraction in the exponent.')
  return roughly(Working.pow(x, x.isNegative() ? whole : y))
}

/** The number a reader sees: a rounded one counts with 40 digits, so that 1/3*3 is a whole number. */
export function asShown(quantity: Quantity): Decimal {
  return quantity.exact ? quantity.value : quantity.value.toSignificantDigits(SHOWN_DIGITS)
}

export function divisionByZero(): CalculatorError {
  return new CalculatorError('CALC_NOT_FINITE', 'Division by zero.')
}

/** Whole numbers in full, others with up to 40 digits; an exponent only where a number would begin with many zeros. */
export function formatQuantity(quantity: Quantity): string {
  const value = asShown(quantity)
  if (quantity.exact) return value.toString()
  return Math.abs(value.e) < SHOWN_DIGITS ? value.toString() : value.toExponential()
}
