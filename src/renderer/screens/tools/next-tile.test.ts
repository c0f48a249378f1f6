import { expect, test } from 'vitest'
import { nextTile } from './next-tile.ts'

// three in the first row, two in the second (another category), one in the third
const boxes = [
  { left: 0, top: 0 },
  { left: 100, top: 0 },
  { left: 200, top: 0 },
  { left: 0, top: 80 },
  { left: 100, top: 80 },
  { left: 0, top: 160 },
]

test('left, right, Home and End follow the order and stop at the ends', () => {
  expect([nextTile(boxes, 0, 'ArrowLeft'), nextTile(boxes, 2, 'ArrowRight'), nextTile(boxes, 5, 'ArrowRight')]).toEqual(
    [0, 3, 5],
  )
  expect([nextTile(boxes, 4, 'Home'), nextTile(boxes, 4, 'End')]).toEqual([0, 5])
})

test('up and down go to the nearest column of the next row, across categories', () => {
  expect(nextTile(boxes, 2, 'ArrowDown')).toBe(4)
  expect(nextTile(boxes, 4, 'ArrowUp')).toBe(1)
  expect(nextTile(boxes, 4, 'ArrowDown')).toBe(5)
  expect(nextTile(boxes, 1, 'ArrowUp')).toBe(1)
  expect(nextTile(boxes, 1, 'a')).toBeNull()
})
