import { expect, test } from 'vitest'
import { costOf, pricesOf } from './prices.ts'

const usage = {
  inputTokens: 1_000_000,
  cachedTokens: 400_000,
  cacheWriteTokens: 0,
  outputTokens: 100_000,
  reasoningTokens: 50_000,
}

test('M1: what an answer costs: input, input from the cache and output have prices of their own', () => {
  const prices = pricesOf({ input_price: 3, cached_price: 0.3, output_price: 15 })
  expect(prices && costOf(usage, prices)).toBeCloseTo(0.6 * 3 + 0.4 * 0.3 + 0.1 * 15, 10)
})

test('M1: without a price for the cache, input is input; without any price nothing is known', () => {
  const prices = pricesOf({ input_price: 3 })
  expect(prices && costOf(usage, prices)).toBeCloseTo(3, 10)
  expect(pricesOf({ input_price: null, cached_price: 1 })).toBeNull()
  expect(pricesOf({ input_price: 0, output_price: 0 })).toEqual({ input: 0, cached: 0, cacheWrite: 0, output: 0 })
})

test('M2: what is written to the cache is part of the input, and costs a quarter more unless it has its own price', () => {
  const written = { ...usage, cacheWriteTokens: 500_000, outputTokens: 0 }
  const cost = (settings: Parameters<typeof pricesOf>[0]) => costOf(written, pricesOf(settings))
  const rest = 0.1 * 3 + 0.4 * 0.3
  expect(cost({ input_price: 3, cached_price: 0.3 })).toBeCloseTo(rest + 0.5 * 3.75, 10)
  expect(cost({ input_price: 3, cached_price: 0.3, cache_write_price: 6 })).toBeCloseTo(rest + 0.5 * 6, 10)
})

/** Nothing that was in the cache is charged as anything else. */
const NEVER = { input: 3, cached: 0, cacheWrite: 9, output: 0 }

test('B140: more from the cache than came in does not make a cost negative', () => {
  expect(costOf({ ...usage, inputTokens: 10 }, { input: 3, cached: 0, cacheWrite: 9, output: 0 })).toBe(0)
  expect(costOf({ ...usage, inputTokens: 10, cacheWriteTokens: 10 }, NEVER)).toBe(0)
})
