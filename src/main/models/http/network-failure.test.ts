import { expect, test } from 'vitest'
import { networkFailure } from './network-failure.ts'
import { retryAfterMs } from './retry-after.ts'

const withCode = (code: string, cause?: unknown) =>
  Object.assign(new Error('400 429 500 ENOTFOUND', { cause }), { code })

test.each([
  ['ECONNREFUSED', 'refused_connection'],
  ['ENOTFOUND', 'unknown_host'],
  ['EAI_AGAIN', 'unknown_host'],
  ['UND_ERR_CONNECT_TIMEOUT', 'connect_timeout'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'certificate'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'certificate'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'tls'],
  ['ECONNRESET', 'unreachable'],
  ['UND_ERR_HEADERS_OVERFLOW', 'too_large'],
])('T7: %s is %s, however deep it lies', (code, failure) => {
  expect(networkFailure(withCode(code)).failure).toBe(failure)
  expect(networkFailure(new TypeError('fetch failed', { cause: withCode(code) })).failure).toBe(failure)
  const all = new AggregateError([withCode(code)], 'all addresses')
  expect(networkFailure(new TypeError('fetch failed', { cause: all })).failure).toBe(failure)
})

test('T7: words and digits of a message decide nothing', () => {
  expect(networkFailure(new Error('ECONNREFUSED 429')).failure).toBe('unreachable')
  expect(networkFailure('ECONNREFUSED').failure).toBe('unreachable')
})

test('B129: Retry-After as seconds and as a date, clamped', () => {
  const now = Date.parse('2026-01-01T00:00:00Z')
  const at = (header: string | null) => retryAfterMs(header, now)
  expect(at('2.5')).toBe(2_500)
  expect(at('Thu, 01 Jan 2026 00:00:30 GMT')).toBe(30_000)
  expect(at('Thu, 01 Jan 2099 00:00:30 GMT')).toBe(600_000)
  expect(at('Infinity')).toBe(600_000)
  expect(at('1e99')).toBe(600_000)
  expect(at('-1')).toBe(0)
  expect([at(null), at(''), at('NaN'), at('later')]).toEqual([undefined, undefined, undefined, undefined])
})
