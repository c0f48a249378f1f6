import { expect, test } from 'vitest'
import { parseNumber, stepNumber } from './number-text.ts'

test('numbers become numbers, other text stays as typed', () => {
  expect(['12', ' 1.5 ', '1,5', '-3', '1e3'].map(parseNumber)).toEqual([12, 1.5, 1.5, -3, 1000])
  expect(['', '-', '12px', 'Infinity', '1,000,000'].map(parseNumber)).toEqual([
    '',
    '-',
    '12px',
    'Infinity',
    '1,000,000',
  ])
})

test('steps stay inside the bounds and free of rounding noise', () => {
  expect(stepNumber(19.9, 1, 1, 20)).toBe(20)
  expect(stepNumber(0.2, 0.1, null, null)).toBe(0.3)
  expect(stepNumber('', 1, 5, 20)).toBe(5)
  expect(stepNumber(1, -1, 1, null)).toBe(1)
})
