import { expect, test } from 'vitest'
import { toldApart } from './told-apart.ts'

test('agents of one name are told apart by their numbers, the others keep their names', () => {
  const agents = ['Ada', 'Bob', 'ada'].map((name, index) => ({ id: index + 1, name }))
  expect(toldApart(agents).map(({ name }) => name)).toEqual(['Ada (#1)', 'Bob', 'ada (#3)'])
  expect(toldApart([])).toEqual([])
})
