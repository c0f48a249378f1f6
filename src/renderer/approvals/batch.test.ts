import { expect, test } from 'vitest'
import { batchParts } from './batch.ts'

test('P3: the button names exactly what will happen, and nothing that will not', () => {
  expect(batchParts({ approved: 2, rejected: 1, undecided: 1 })).toEqual([
    ['run', 2],
    ['reject', 1],
    ['keep', 1],
  ])
  expect(batchParts({ approved: 0, rejected: 3, undecided: 0 })).toEqual([['reject', 3]])
})
