import { expect, test } from 'vitest'
import { ModelError } from '../models/model-error.ts'
import { LIMITS } from './limits.ts'
import { retryDelay } from './retry-delay.ts'

const limits = { ...LIMITS, modelRetries: 3, firstRetryMs: 100, longestRetryMs: 1_000 }
const failing = (retryable: boolean, retryAfterMs?: number) =>
  new ModelError('LLM_OVERLOADED', 'Busy.', { retryable, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) })

test('T7: waits double, then it gives up', () => {
  const delays = [0, 1, 2, 3].map(retries => retryDelay(failing(true), retries, limits, () => 0))
  expect(delays).toEqual([100, 200, 400, null])
})

test('T7: what cannot pass is never asked again', () => {
  expect(retryDelay(failing(false, 10), 0, limits)).toBeNull()
})

test('T7: Retry-After counts when it is longer, up to the longest delay (B129)', () => {
  expect(retryDelay(failing(true, 700), 0, limits, () => 0)).toBe(700)
  expect(retryDelay(failing(true, 5), 0, limits, () => 0)).toBe(100)
  expect(retryDelay(failing(true, 99_999_999_000), 0, limits)).toBe(1_000)
  expect(retryDelay(failing(true, -5), 0, limits, () => 0)).toBe(100)
  expect(retryDelay(failing(true, Number.NaN), 0, limits, () => 0)).toBe(100)
})

test('T7: many tasks do not come back at the same moment', () => {
  expect(retryDelay(failing(true), 0, limits, () => 0.99)).toBeCloseTo(124.75)
})
