import { expect, test } from 'vitest'
import { shownError } from './error.ts'

test.each(['Failed to fetch', 'NetworkError when attempting to fetch resource.', 'Load failed'])(
  '9.10: “%s” is said as what happened and what to do; the words of the browser are in the details',
  words => {
    expect(shownError(new TypeError(words))).toEqual({
      code: 'CONNECTION',
      message: 'Spora did not answer. Check that it still runs, then try again.',
      details: { reason: words },
    })
  },
)

test('9.10: another error is told as it is', () => {
  expect(shownError(new Error('The port is closed')).message).toBe('The port is closed')
  expect(shownError('a word').message).toBe('a word')
})
