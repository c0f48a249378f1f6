import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { AppEvent } from '../../shared/contract/events.ts'
import { EventBus } from '../events/event-bus.ts'
import { LiveTurns } from './live-turns.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function watched() {
  const events = new EventBus()
  const seen: AppEvent[] = []
  events.publish = event => {
    seen.push(event as AppEvent)
  }
  return { live: new LiveTurns(events, 34), seen }
}
const named = (name: string) => ({ tool_name: name, display_name: name })

test('T2: however fast a model writes, a window hears of it at most 30 times a second', () => {
  const { live, seen } = watched()
  const turn = live.begin(7, 1, named)
  for (let millisecond = 0; millisecond < 1_000; millisecond++) {
    turn.text('text', 'x')
    vi.advanceTimersByTime(1)
  }
  const deltas = seen.filter(event => event.type === 'task.delta')
  expect(deltas.length).toBeLessThanOrEqual(30)
  expect(deltas.length).toBeGreaterThan(20)
})

test('T2: every piece begins where the one before ended, per kind', () => {
  const { live, seen } = watched()
  const turn = live.begin(7, 3, named)
  const written = { text: '', reasoning: '' }
  for (const [kind, text] of [
    ['reasoning', 'Hm '],
    ['text', 'a'],
    ['text', 'b🙂'],
    ['reasoning', 'so'],
  ] as const) {
    turn.text(kind, text)
    written[kind] += text
    vi.advanceTimersByTime(34)
  }
  const got = { text: '', reasoning: '' }
  for (const event of seen)
    if (event.type === 'task.delta') {
      expect(event).toMatchObject({ task_id: 7, step: 3, offset: got[event.kind].length })
      got[event.kind] += event.text
    }
  expect(got).toEqual(written)
  expect(turn.view()).toMatchObject(written)
})

test('T2: what a window fetches is never ahead of what it was sent', () => {
  const { live, seen } = watched()
  const turn = live.begin(7, 1, named)
  turn.text('text', 'not yet sent')
  expect(turn.view().text).toBe('not yet sent')
  expect(seen).toMatchObject([{ type: 'task.delta', offset: 0, text: 'not yet sent' }])
})

test('T2: calls show as soon as the model begins to write them, each once', () => {
  const { live, seen } = watched()
  const turn = live.begin(7, 1, named)
  turn.callStarted(0, 'mail')
  turn.callStarted(0, 'mail')
  expect(turn.view().calls).toEqual([{ index: 0, tool_name: 'mail', display_name: 'mail' }])
  expect(seen).toMatchObject([{ type: 'changed', topic: 'tasks', id: 7 }])
})

test('T2: a turn that ended says nothing more', () => {
  const { live, seen } = watched()
  live.begin(7, 1, named).text('text', 'late')
  live.end(7)
  vi.advanceTimersByTime(100)
  expect(seen).toEqual([])
  expect(live.of(7)).toBeUndefined()
})
