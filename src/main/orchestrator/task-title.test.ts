import { expect, test } from 'vitest'
import { taskTitle } from './task-title.ts'

test('T2: a chat is called by the beginning of its first message', () => {
  expect(taskTitle('  what is 19% of 240,\n and what time is it? ')).toBe('what is 19% of 240, and what time is it?')
})

test('T2: a long message is cut between words, and never inside a character', () => {
  expect(taskTitle('Please compare the following seventeen proposals and tell me which is best')).toBe(
    'Please compare the following seventeen proposals and tell…',
  )
  expect(taskTitle('🙂'.repeat(100))).toBe(`${'🙂'.repeat(60)}…`)
})
