import { expect, test } from 'vitest'
import { firstStep } from './first-step.ts'

test('the first run goes on where it was left, and starts over only when it is asked for again', () => {
  const welcomed = false
  expect(firstStep({ models: 0, agents: 0, welcomed })).toBe('kept')
  expect(firstStep({ models: 1, agents: 0, welcomed })).toBe('agent')
  expect(firstStep({ models: 1, agents: 2, welcomed })).toBe('try')
  expect(firstStep({ models: 1, agents: 2, welcomed: true })).toBe('kept')
})
