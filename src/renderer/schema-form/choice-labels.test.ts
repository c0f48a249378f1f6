import { expect, test } from 'vitest'
import { choiceLabels } from './choice-labels.ts'

test.each([
  [
    ['read_only', 'full_access'],
    ['Read only', 'Full access'],
  ],
  [
    ['read_only', 'read only'],
    ['"read_only"', '"read only"'],
  ],
  [
    [1, 2],
    ['1', '2'],
  ],
  [
    [1, '1'],
    ['1', '"1"'],
  ],
  [
    ['', 'a'],
    ['""', '"a"'],
  ],
  [
    ['read', 'read\u200b'],
    ['"read"', '"read\\u200b"'],
  ],
])('R3: the choices %j read %j: no two of them the same', (choices, labels) => {
  expect(choices.map(choiceLabels(choices))).toEqual(labels)
})
