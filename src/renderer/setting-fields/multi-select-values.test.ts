import { expect, test } from 'vitest'
import { chosenValues, searchChoices, withoutValue, withValue } from './multi-select-values.ts'

const choices = [
  { value: 1, label: 'Planner', description: 'Plans trips' },
  { value: 2, label: 'Researcher', description: null },
]

test('a chosen value that is no choice any more stays, marked as gone', () => {
  expect(chosenValues([7, 2], choices)).toEqual({ known: [choices[1]], gone: [7] })
  expect(chosenValues('nonsense', choices)).toEqual({ known: [], gone: [] })
})

test('values are added once and removed by value', () => {
  expect(withValue([1], 1)).toEqual([1])
  expect(withValue(null, { a: 1 })).toEqual([{ a: 1 }])
  expect(withoutValue([{ a: 1 }, 2], { a: 1 })).toEqual([2])
})

test('search looks at label and description', () => {
  expect(searchChoices(choices, 'trip').map(choice => choice.value)).toEqual([1])
})
