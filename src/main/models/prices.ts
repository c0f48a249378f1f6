import type { SettingInfo } from '@spora/sdk'
import { type DriverOptions, numberSetting } from './driver-options.ts'
import type { ModelUsage } from './model-driver.ts'

/** US dollars for a million tokens, as price lists have them. */
export interface Prices {
  readonly input: number
  readonly cached: number
  readonly cacheWrite: number
  readonly output: number
}

const price = (key: string, label: string, description: string): SettingInfo => ({
  key,
  label,
  type: 'number',
  description,
  minimum: 0,
  maximum: 100_000,
})

export const INPUT_PRICE = price(
  'input_price',
  'Price of input',
  'US dollars for a million tokens. With prices, every chat shows what it has cost.',
)
export const CACHED_PRICE = price(
  'cached_price',
  'Price of input from cache',
  'US dollars for a million tokens. Empty: the same as other input.',
)
export const CACHE_WRITE_PRICE = price(
  'cache_write_price',
  'Price of input written to cache',
  'US dollars for a million tokens. Empty: a quarter more than other input, as Anthropic asks.',
)
export const OUTPUT_PRICE = price(
  'output_price',
  'Price of output',
  'US dollars for a million tokens, reasoning included.',
)

/** What these settings say is between the operator and the bill: the endpoint does not hear of it. */
export const PRICE_KEYS: ReadonlySet<string> = new Set(
  [INPUT_PRICE, CACHED_PRICE, CACHE_WRITE_PRICE, OUTPUT_PRICE].map(({ key }) => key),
)

/** Null when neither input nor output has a price: then nobody knows what an answer costs. */
export function pricesOf(settings: DriverOptions['settings']): Prices | null {
  const input = numberSetting(settings, 'input_price')
  const output = numberSetting(settings, 'output_price')
  if (input === undefined && output === undefined) return null
  return {
    input: input ?? 0,
    cached: numberSetting(settings, 'cached_price') ?? input ?? 0,
    cacheWrite: numberSetting(settings, 'cache_write_price') ?? (input ?? 0) * CACHE_WRITE_FACTOR,
    output: output ?? 0,
  }
}

const CACHE_WRITE_FACTOR = 1.25

/** US dollars; never negative, whatever an endpoint counts (B140). Null without prices. */
export function costOf(
  { inputTokens, cachedTokens, cacheWriteTokens, outputTokens }: ModelUsage,
  prices: Prices | null | undefined,
): number | null {
  if (!prices) return null
  const cached = Math.min(cachedTokens, inputTokens)
  const written = Math.min(cacheWriteTokens, inputTokens - cached)
  const input = (inputTokens - cached - written) * prices.input + cached * prices.cached + written * prices.cacheWrite
  return (input + outputTokens * prices.output) / 1_000_000
}
