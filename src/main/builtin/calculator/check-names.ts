import { CalculatorError } from './calculator-error.ts'
import { CONSTANTS, FUNCTIONS } from './functions.ts'
import type { Expression } from './parse-expression.ts'

/** Every name and every number of arguments, before anything is calculated. */
export function checkNames(expression: Expression): void {
  if (expression.kind === 'constant') checkConstant(expression.name)
  else if (expression.kind === 'call') checkCall(expression.name, expression.args.length)
  for (const part of partsOf(expression)) checkNames(part)
}

function partsOf(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case 'negate':
      return [expression.operand]
    case 'binary':
      return [expression.left, expression.right]
    case 'call':
      return expression.args
    default:
      return []
  }
}

function checkConstant(name: string): void {
  if (CONSTANTS.has(name.toLowerCase())) return
  if (!FUNCTIONS.has(name.toLowerCase())) throw unknownName(name)
  throw new CalculatorError('CALC_SYNTAX', `${name} is a function: write ${name}(…).`)
}

function checkCall(name: string, given: number): void {
  const known = FUNCTIONS.get(name.toLowerCase())
  if (!known && CONSTANTS.has(name.toLowerCase()))
    throw new CalculatorError('CALC_SYNTAX', `${name} is a constant: write ${name} * (…) to multiply.`)
  if (!known) throw unknownName(name)
  const { least, most } = known
  if (given >= least && given <= most) return
  const wanted = least === most ? `${least}` : `${least} to ${most}`
  throw new CalculatorError('CALC_ARITY', `${name} takes ${wanted} argument(s), not ${given}.`)
}

export function unknownName(name: string): CalculatorError {
  const known = [...FUNCTIONS.keys(), ...CONSTANTS.keys()].join(', ')
  return new CalculatorError('CALC_UNKNOWN_NAME', `"${name.slice(0, 40)}" is not known. Known are ${known}.`)
}
