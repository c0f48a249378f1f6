import fc from 'fast-check'
import { expect, test } from 'vitest'
import { typedNumber } from './typed-number.ts'

test.each([
  ['9007199254740993'],
  ['9007199254740992'],
  ['-9007199254740993.0'],
  ['1e400'],
  ['1e308'],
  ['0x10'],
  ['1.2.3'],
  ['Infinity'],
  ['NaN'],
  ['1_000'],
  [''],
  [' '],
  ['.'],
  ['-'],
])('R3: %j is no number that could run as it stands', text => {
  expect(typedNumber(text)).toBeNull()
})

test('R3: every other number is the one that was typed', () => {
  expect(['7', ' -1.5 ', '.5', '1e3', '9007199254740991'].map(typedNumber)).toEqual([
    7, -1.5, 0.5, 1000, 9007199254740991,
  ])
  fc.assert(fc.property(fc.maxSafeInteger(), number => typedNumber(String(number)) === number || Object.is(number, -0)))
})
