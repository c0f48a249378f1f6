import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { TaskView } from '../../shared/contract/tasks.ts'
import { applyDelta, keepLonger } from './apply-delta.ts'

const task = (text: string | null, step = 1): TaskView => ({
  id: 1,
  title: 'Chat',
  agent: { id: 1, name: 'Planner' },
  status: 'RUNNING',
  waiting_calls: 0,
  last_line: '',
  step_count: step,
  max_steps: 20,
  created_at: '',
  updated_at: '',
  timeline: [],
  streaming: text === null ? null : { step, text, reasoning: '', calls: [] },
  error: null,
  final_response: null,
  usage: {
    input_tokens: 0,
    output_tokens: 0,
    reasoning_tokens: 0,
    cached_tokens: 0,
    cache_write_tokens: 0,
    sub_agents: 0,
  },
  model: null,
  can_follow_up: true,
  without_tools: false,
})

const delta = (offset: number, text: string, step = 1) => ({
  seq: 1,
  type: 'task.delta' as const,
  task_id: 1,
  step,
  kind: 'text' as const,
  offset,
  text,
})

const textOf = (result: TaskView | 'gap') => (result === 'gap' ? 'gap' : result.streaming?.text)

test('T2: a delta goes where its offset says, also when part of it is there already', () => {
  expect(textOf(applyDelta(task('Hello'), delta(5, ' world')))).toBe('Hello world')
  expect(textOf(applyDelta(task('Hello wor'), delta(5, ' world')))).toBe('Hello world')
})

test('T2: a delta that was already fetched changes nothing', () => {
  const known = task('Hello world')
  expect(applyDelta(known, delta(0, 'Hello'))).toBe(known)
})

test('T2: a delta after a missing piece asks for the whole task', () => {
  expect(applyDelta(task('He'), delta(5, ' world'))).toBe('gap')
})

test('T2: the first delta of a step begins the step, and one of an older step is ignored', () => {
  expect(textOf(applyDelta(task(null), delta(0, 'Hi')))).toBe('Hi')
  expect(textOf(applyDelta(task('old', 1), delta(0, 'new', 2)))).toBe('new')
  const newer = task('new', 2)
  expect(applyDelta(newer, delta(3, 'er', 1))).toBe(newer)
})

test('T2: deltas in order give the text, however they are cut and however often they repeat', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ minLength: 1 }), { maxLength: 12 }),
      fc.integer({ min: 1, max: 3 }),
      (pieces, times) => {
        let current = task('')
        let offset = 0
        for (const piece of pieces) {
          for (let time = 0; time < times; time++) {
            const next = applyDelta(current, delta(offset, piece))
            if (next === 'gap') throw new Error('gap')
            current = next
          }
          offset += piece.length
        }
        expect(current.streaming?.text).toBe(pieces.join(''))
      },
    ),
  )
})

test('T2: a fetch that was on its way while text arrived takes nothing back', () => {
  expect(keepLonger(task('Hello world'), task('Hello')).streaming?.text).toBe('Hello world')
  expect(keepLonger(task('Hello'), task('Something else')).streaming?.text).toBe('Something else')
  expect(keepLonger(task('Hello'), task(null)).streaming).toBeNull()
})

test('T2, T7: a turn that is begun anew replaces what was shown of the attempt before, and never mixes with it', () => {
  const begun = applyDelta(task('The first attempt wrote much'), delta(0, 'Second'))
  expect(textOf(begun)).toBe('Second')
  if (begun === 'gap') throw new Error('gap')
  expect(textOf(applyDelta(begun, delta(6, ' try')))).toBe('Second try')
  expect(textOf(applyDelta(task('The first attempt'), delta(6, ' try')))).toBe('gap')
  expect(textOf(applyDelta(task('The first attempt'), delta(0, '')))).toBe('The first attempt')
})
