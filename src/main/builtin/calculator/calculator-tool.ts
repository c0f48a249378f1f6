import { AbstractTool, Tool, ToolOperation, ToolParameter, ToolResult } from '@spora/sdk'
import { calculate } from './calculate.ts'
import { CalculatorError } from './calculator-error.ts'

@Tool({
  name: 'calculator',
  description:
    'Evaluate a mathematical expression exactly. Operators: + - * / % (remainder) ^ (power) and parentheses. ' +
    'Functions: abs, ceil, floor, round(x, places), min, max, sqrt, pow, exp, log(x, base; natural without base), ' +
    'logten, hypot, fmod, intdiv, sin, cos, tan, asin, acos, atan, atantwo, sinh, cosh, tanh, degtorad, radtodeg. ' +
    'Constants: pi, e. Angles are in radians.',
  displayName: 'Calculator',
  category: 'productivity',
  icon: 'zap',
})
@ToolOperation({
  name: 'calculate',
  description: 'Evaluate an expression.',
  requiresApprovalByDefault: false,
  effect: 'none',
})
@ToolParameter({
  name: 'expression',
  type: 'string',
  description: 'The expression, for example "(2 + 3) * 4^2" or "round(sqrt(2), 5)". Decimals are written with a point.',
})
export class CalculatorTool extends AbstractTool {
  override execute({ expression }: { expression?: string }): ToolResult {
    const text = expression ?? ''
    if (text.trim() === '') return ToolResult.fail('Error: Empty expression provided.')
    try {
      return ToolResult.ok(`Result of ${text} = ${calculate(text)}`)
    } catch (error) {
      if (!(error instanceof CalculatorError)) throw error
      return ToolResult.fail(`Calculator error: ${error.message} (${error.code})`)
    }
  }

  override describeAction({ expression }: { expression?: string }): string {
    return `Evaluate mathematical expression: ${(expression ?? '').trim()}`
  }
}
