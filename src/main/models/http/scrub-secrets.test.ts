import fc from 'fast-check'
import { expect, test } from 'vitest'
import { loops } from '../../../../test/loops.ts'
import { PieceScrubber, scrubAnswer, scrubError } from './scrub-secrets.ts'

const SECRET = 'sk-abc/"0123456789'

test('B142: every form of a secret is replaced', () => {
  const forms = [
    SECRET,
    JSON.stringify(SECRET).slice(1, -1),
    encodeURIComponent(SECRET),
    Buffer.from(SECRET).toString('base64').replace(/=+$/, ''),
    Buffer.from(SECRET).toString('base64url'),
  ]
  for (const form of forms) {
    expect(scrubAnswer(`a ${form} b`, [SECRET])).toBe('a [secret] b')
    expect(scrubError(`a ${form} b`, [SECRET])).toBe('a [secret] b')
  }
})

test('B142: a short key is no reason to change the words of an answer', () => {
  expect(scrubAnswer('I run on ollama.', ['ollama'])).toBe('I run on ollama.')
  expect(scrubError('Bad key ollama.', ['ollama'])).toBe('Bad key [secret].')
})

test('B142: text in pieces comes out as the whole would, wherever it is cut', () => {
  const text = fc
    .array(fc.oneof(fc.constantFrom(SECRET, SECRET.slice(0, 7), 'sk-', 's', ' ', '🦊', 'word', '\ud83d'), fc.string()))
    .map(parts => parts.join(''))
  fc.assert(
    fc.property(text, fc.array(fc.nat({ max: 12 }), { minLength: 1 }), (whole, sizes) => {
      const scrubber = new PieceScrubber([SECRET])
      let out = ''
      for (let at = 0, turn = 0; at < whole.length; turn++) {
        const size = Math.max(1, sizes[turn % sizes.length] ?? 1)
        const piece = scrubber.push(whole.slice(at, at + size))
        expect(piece.isWellFormed()).toBe(true)
        out += piece
        at += size
      }
      out += scrubber.end()
      expect(out).toBe(scrubAnswer(whole, [SECRET]).toWellFormed())
    }),
    { numRuns: loops(2_000) },
  )
})
