import { expect, test } from 'vitest'
import { jsonTokens } from './json-tokens.ts'

test('tokens put together are the text again, and keys are told from strings', () => {
  const json = JSON.stringify({ 'a "b"': 'c: {1}', n: [-1.5e3, true, null] }, null, 2)
  const tokens = jsonTokens(json)
  expect(tokens.map(token => token.text).join('')).toBe(json)
  const kinds = tokens.filter(token => token.kind && token.kind !== 'p').map(token => [token.kind, token.text])
  expect(kinds).toEqual([
    ['k', '"a \\"b\\""'],
    ['s', '"c: {1}"'],
    ['k', '"n"'],
    ['n', '-1500'],
    ['n', 'true'],
    ['n', 'null'],
  ])
})
