import fc from 'fast-check'
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

test('R3: wherever a text is cut, what stands before is shown as it is', () => {
  const json = JSON.stringify({ body: 'Pay 12 or "true", [x] \\ or \u2028 null', n: -15e30, ok: false }, null, 2)
  for (let cut = 0; cut <= json.length; cut++) {
    const beginning = json.slice(0, cut)
    expect(
      jsonTokens(beginning)
        .map(token => token.text)
        .join(''),
    ).toBe(beginning)
  }
  fc.assert(
    fc.property(fc.json(), fc.nat(), (text, cut) => {
      const beginning = text.slice(0, cut % (text.length + 1))
      return (
        jsonTokens(beginning)
          .map(token => token.text)
          .join('') === beginning
      )
    }),
  )
})
