import type { JsonValue } from '@spora/sdk'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { loops } from '../../../test/loops.ts'
import { canonicalJson, sha256 } from './canonical-json.ts'

const json = fc.jsonValue({ maxDepth: 5 }) as fc.Arbitrary<JsonValue>

test('R3: the canonical text reads back as the same value, and is its own canonical text', () => {
  fc.assert(
    fc.property(json, value => {
      const text = canonicalJson(value)
      const back = JSON.parse(text)
      expect(back).toEqual(JSON.parse(JSON.stringify(value)))
      expect(canonicalJson(back)).toBe(text)
      expect(sha256(canonicalJson(back))).toBe(sha256(text))
    }),
    { numRuns: loops(10_000) },
  )
}, 60_000)

test('R3: the order of keys makes no difference, any other change does', () => {
  fc.assert(
    fc.property(json, fc.integer(), (value, seed) => {
      expect(canonicalJson(shuffled(value, seed))).toBe(canonicalJson(value))
      expect(canonicalJson([value])).not.toBe(canonicalJson(value))
    }),
    { numRuns: loops(10_000) },
  )
}, 60_000)

test('RFC 8785: the published example', () => {
  const value = JSON.parse(
    '{"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],"string":"\\u20ac$\\u000F\\u000aA\'\\u0042\\u0022\\u005c\\\\\\"\\/","literals":[null,true,false]}',
  )
  expect(canonicalJson(value)).toBe(
    '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
  )
})

test('keys are sorted by code unit, -0 is 0, and a key named __proto__ is a key', () => {
  expect(canonicalJson({ '\ufb33': 1, '\ud83d\ude00': 2, '\u20ac': 3, '1': 4, '\r': 5 })).toBe(
    '{"\\r":5,"1":4,"€":3,"😀":2,"\ufb33":1}',
  )
  expect(canonicalJson([-0])).toBe('[0]')
  expect(canonicalJson(JSON.parse('{"__proto__":{"a":1},"b":2}'))).toBe('{"__proto__":{"a":1},"b":2}')
})

test('R3: what has no canonical text throws instead of being changed', () => {
  for (const value of ['\ud83d', { '\udc00': 1 }, Number.NaN, [Number.POSITIVE_INFINITY]])
    expect(() => canonicalJson(value)).toThrow()
  expect(() => canonicalJson(undefined as unknown as JsonValue)).toThrow()
})

test('deep values do not overflow the stack', () => {
  let value: JsonValue = []
  for (let depth = 0; depth < 100_000; depth++) value = [value]
  expect(canonicalJson(value)).toHaveLength(200_002)
})

test('sha256 is over UTF-8, in lowercase hex', () => {
  expect(sha256('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
  expect(sha256('€')).toBe('c4cc90ed3d26f12d4b08a75140970a7904035c31cbb4515a83f19b9003c00d1d')
})

/** The same value with its keys in another order. */
function shuffled(value: JsonValue, seed: number): JsonValue {
  if (Array.isArray(value)) return value.map(item => shuffled(item, seed))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, item]) => [key, shuffled(item, seed)] as const)
  const by = (key: string) => sha256(`${seed}${key}`)
  entries.sort(([a], [b]) => by(a).localeCompare(by(b)))
  return Object.fromEntries(entries)
}
