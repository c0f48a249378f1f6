import { expect, test } from 'vitest'
import { taskStatus } from '../../shared/contract/tasks.ts'
import { SporaError } from '../../shared/spora-error.ts'
import { assertTransition, isFinal, TASK_TRANSITIONS } from './task-states.ts'

const states = taskStatus.options

test('T1: a transition that is not in the table is refused with INVALID_STATE naming both states', () => {
  let refused = 0
  for (const from of states)
    for (const to of states) {
      if (TASK_TRANSITIONS[from].includes(to)) {
        assertTransition(from, to, 'change')
        continue
      }
      refused++
      try {
        assertTransition(from, to, 'change')
        expect.unreachable()
      } catch (error) {
        expect(error).toBeInstanceOf(SporaError)
        expect(error).toMatchObject({ code: 'INVALID_STATE', details: { from, to } })
        expect((error as Error).message).toContain(from)
        expect((error as Error).message).toContain(to)
      }
    }
  expect(refused).toBeGreaterThan(30)
})

test('T1: abort is possible in every state that is not final, and in no other', () => {
  for (const from of states) expect(TASK_TRANSITIONS[from].includes('ABORTED')).toBe(!isFinal(from))
})

test('T1: COMPLETED, FAILED and ABORTED can only be continued, CANCELLED is the end', () => {
  for (const from of states.filter(isFinal))
    expect(TASK_TRANSITIONS[from]).toEqual(from === 'CANCELLED' ? [] : ['QUEUED'])
})
