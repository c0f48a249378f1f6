import { expect, test } from 'vitest'
import { argumentChanges, sameJson } from './argument-changes.ts'

test('an edit is told argument by argument: changed, left out, added', () => {
  expect(argumentChanges({ a: 1, b: [1], c: 'x' }, { c: 'y', b: [1], d: true })).toEqual([
    { key: 'a', kind: 'removed', before: 1, after: undefined },
    { key: 'c', kind: 'changed', before: 'x', after: 'y' },
    { key: 'd', kind: 'added', before: undefined, after: true },
  ])
})

test('values are compared as JSON: key order says nothing, types and null do', () => {
  expect(sameJson({ a: { x: 1, y: [2] } }, { a: { y: [2], x: 1 } })).toBe(true)
  expect(sameJson({ a: 1 }, { a: '1' })).toBe(false)
  expect(sameJson({ a: null }, {})).toBe(false)
  expect(sameJson([1, 2], [2, 1])).toBe(false)
})
