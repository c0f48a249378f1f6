import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { KnownSecrets } from './known-secrets.ts'

const SECRET = 'p"ä\\ss/+wörd-1234'
const known = () => {
  const secrets = new KnownSecrets()
  secrets.add(SECRET)
  return secrets
}

test.each([
  ['as it is', SECRET],
  ['in JSON', JSON.stringify({ key: SECRET })],
  ['in JSON in JSON', JSON.stringify({ text: JSON.stringify({ key: SECRET }) })],
  ['printed', inspect({ key: SECRET })],
  ['in an address', `https://x.example/?key=${encodeURIComponent(SECRET)}`],
  ['as base64', Buffer.from(SECRET).toString('base64')],
  ['as base64url', Buffer.from(SECRET).toString('base64url')],
  ['as hex', Buffer.from(SECRET).toString('hex')],
  ...['', 'a', 'ab', 'abc', 'abcd'].flatMap(before =>
    ['', 'x', 'xy', 'xyz'].map(after => [
      `as base64 of ${before}:…:${after}`,
      Buffer.from(`${before}:${SECRET}:${after}`).toString('base64'),
    ]),
  ),
])('R4: a secret %s is replaced', (_how, text) => {
  const hidden = known().hide(`before ${text} after`)
  expect(hidden).toMatch(/^before .*\[secret\].* after$/)
  for (const form of [SECRET, SECRET.slice(0, 8), Buffer.from(SECRET).toString('base64').slice(4, 16)])
    expect(hidden).not.toContain(form)
})

test('R4: everywhere in a value, and nothing else changes', () => {
  expect(known().hideIn({ a: [SECRET, 1, null, true], [SECRET]: { b: `x${SECRET}` }, c: 'words' })).toEqual({
    a: ['[secret]', 1, null, true],
    '[secret]': { b: 'x[secret]' },
    c: 'words',
  })
})

test('R4: what is too short to be a secret is left, the oldest are forgotten', () => {
  const secrets = new KnownSecrets({ least: 8, most: 2 })
  for (const secret of ['short', 'first secret', 'second secret', 'first secret', 'third secret']) secrets.add(secret)
  expect(secrets.hide('short, first secret, second secret, third secret')).toBe(
    'short, [secret], second secret, [secret]',
  )
})
