import { expect, test } from 'vitest'
import { keepText, keptText, restOf } from './kept-text.ts'

test('6-ui: what is typed while a message is on its way stays', () => {
  expect(restOf('Hello', 'Hello')).toBe('')
  expect(restOf('Hello\nAnd more', 'Hello')).toBe('And more')
  expect(restOf('Something else', 'Hello')).toBe('Something else')
})

test('6-ui: what is typed is kept by what it is for, until it is sent or taken away', () => {
  keepText('chat 1', 'Hello')
  keepText('instead 1', 'Rather not')
  expect([keptText('chat 1'), keptText('instead 1'), keptText('chat 2')]).toEqual(['Hello', 'Rather not', ''])
  for (const what of ['chat 1', 'instead 1']) keepText(what, '')
  expect(keptText('chat 1')).toBe('')
})
