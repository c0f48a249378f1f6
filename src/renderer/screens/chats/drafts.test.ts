import { expect, test } from 'vitest'
import { restOf } from './drafts.ts'

test('6-ui: what is typed while a message is on its way stays', () => {
  expect(restOf('Hello', 'Hello')).toBe('')
  expect(restOf('Hello\nAnd more', 'Hello')).toBe('And more')
  expect(restOf('Something else', 'Hello')).toBe('Something else')
})
