import { customType } from 'drizzle-orm/sqlite-core'

/** ISO 8601 in UTC for the code, milliseconds since 1970 in the file: a third of the bytes. */
export const instant = customType<{ data: string; driverData: number }>({
  dataType: () => 'integer',
  toDriver: iso => Date.parse(iso),
  fromDriver: milliseconds => new Date(milliseconds).toISOString(),
})

/** Hexadecimal for the code, bytes in the file. */
export const hexBytes = customType<{ data: string; driverData: Buffer }>({
  dataType: () => 'blob',
  toDriver: hex => Buffer.from(hex, 'hex'),
  fromDriver: bytes => bytes.toString('hex'),
})

export interface TokenCounts {
  readonly inputTokens: number
  readonly outputTokens: number
  readonly reasoningTokens: number
  readonly cachedTokens: number
}

/** `[input, output, reasoning, cached]` in the file. */
export const tokenCounts = customType<{ data: TokenCounts; driverData: string }>({
  dataType: () => 'text',
  toDriver: ({ inputTokens, outputTokens, reasoningTokens, cachedTokens }) =>
    JSON.stringify([inputTokens, outputTokens, reasoningTokens, cachedTokens]),
  fromDriver: text => {
    const [inputTokens = 0, outputTokens = 0, reasoningTokens = 0, cachedTokens = 0] = JSON.parse(text) as number[]
    return { inputTokens, outputTokens, reasoningTokens, cachedTokens }
  },
})
