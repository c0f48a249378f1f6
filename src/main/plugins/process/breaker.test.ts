import { expect, test } from 'vitest'
import { Breaker } from './breaker.ts'

test('G8: opens at the third crash within five minutes, and only then', () => {
  let time = 0
  const breaker = new Breaker({ crashes: 3, withinMs: 300_000 }, () => time)
  breaker.record()
  time = 200_000
  breaker.record()
  expect(breaker.open).toBe(false)
  time = 310_000 // the first is too long ago
  breaker.record()
  expect(breaker.open).toBe(false)
  time = 311_000
  breaker.record()
  expect(breaker.open).toBe(true)
  breaker.reset()
  expect(breaker.open).toBe(false)
})

test('G8: waits longer after each crash', () => {
  let time = 0
  const breaker = new Breaker({ crashes: 5, withinMs: 300_000 }, () => time)
  expect(breaker.waitMs([1_000, 5_000])).toBe(0)
  breaker.record()
  expect(breaker.waitMs([1_000, 5_000])).toBe(1_000)
  time = 400
  expect(breaker.waitMs([1_000, 5_000])).toBe(600)
  breaker.record()
  breaker.record()
  expect(breaker.waitMs([1_000, 5_000])).toBe(5_000)
})
