import { CalculatorError } from './calculator-error.ts'
import { checkNames } from './check-names.ts'
import { CONSTANTS, FUNCTIONS } from './functions.ts'
import { type Expression, type Operator, parseExpression } from './parse-expression.ts'
import { add, divide, exactly, formatQuantity, multiply, negate, power, type Quantity, remainder } from './quantity.ts'

const OPERATIONS: Readonly<Record<Operator, (a: Quantity, b: Quantity) => Quantity>> = {
  '+': add,
  '-': (a, b) => add(a, negate(b)),
  '*': multiply,
  '/': divide,
  '%': remainder,
  '^': power,
}

/** The expression's value as text. Throws a CalculatorError, never anything else. */
export function calculate(text: string): string {
  const expression = parseExpression(text)
  checkNames(expression)
  return formatQuantity(evaluate(expression))
}

function evaluate(expression: Expression): Quantity {
  switch (expression.kind) {
    case 'number':
      return literal(expression.text)
    case 'constant':
      return CONSTANTS.get(expression.name.toLowerCase())?.() ?? fail()
    case 'negate':
      return negate(evaluate(expression.operand))
    case 'binary':
      return OPERATIONS[expression.operator](evaluate(expression.left), evaluate(expression.right))
    case 'call':
      return (FUNCTIONS.get(expression.name.toLowerCase()) ?? fail()).apply(expression.args.map(evaluate))
  }
}

function literal(text: string): Quantity {
  try {
    return exactly(text.startsWith('.') ? `0${text}` : text)
  } catch (error) {
    if (!(error instanceof CalculatorError) || error.code !== 'CALC_TOO_LARGE') throw error
    throw new CalculatorError('CALC_NOT_FINITE', `The number ${text.slice(0, 40)} is larger than 10^309.`)
  }
}

function fail(): never {
  throw new Error('Names are checked before.')
}
