import { describeToolClass } from '@spora/sdk'
import { expect, test } from 'vitest'
import { CalculatorTool } from './calculator-tool.ts'

const tool = new CalculatorTool()

test('B: the calculator answers with the expression and its value', () => {
  expect(tool.execute({ expression: ' 0.1 + 0.2 ' })).toEqual({
    success: true,
    content: 'Result of  0.1 + 0.2  = 0.3',
    data: null,
  })
  expect(tool.describeAction({ expression: '  1+1 \n' })).toBe('Evaluate mathematical expression: 1+1')
  expect(tool.describeAction({})).toBe('Evaluate mathematical expression: ')
})

test('D8: failures are answers, with a sentence and a code', () => {
  expect(tool.execute({ expression: '  ' })).toMatchObject({
    success: false,
    content: 'Error: Empty expression provided.',
  })
  expect(tool.execute({})).toMatchObject({ success: false })
  expect(tool.execute({ expression: '1/0' })).toMatchObject({
    success: false,
    content: 'Calculator error: Division by zero. (CALC_NOT_FINITE)',
  })
})

test('B: declared as in the reference: one operation that runs without asking and changes nothing', () => {
  expect(describeToolClass(CalculatorTool)).toMatchObject({
    tool: { name: 'calculator', displayName: 'Calculator', category: 'productivity', icon: 'zap' },
    operations: [{ name: 'calculate', requiresApprovalByDefault: false, enabledByDefault: true, effect: 'none' }],
    parameters: [{ name: 'expression', type: 'string' }],
  })
})
