import fc from 'fast-check'
import { expect, test } from 'vitest'
import { loops } from '../../../test/loops.ts'
import type { AppEvent } from '../../shared/contract/events.ts'
import { EventBus } from './event-bus.ts'

/** The next `count` events. */
async function take(stream: AsyncGenerator<AppEvent>, count: number): Promise<AppEvent[]> {
  const seen: AppEvent[] = []
  while (seen.length < count) {
    const { value, done } = await stream.next()
    if (done) break
    seen.push(value)
  }
  return seen
}

const ids = (events: readonly AppEvent[]) => events.flatMap(event => (event.type === 'changed' ? [event.id] : []))

test('2-architecture: a stream begins with hello, then tells what happens, numbered without a gap', async () => {
  const bus = new EventBus(100)
  const stream = bus.subscribe(undefined, undefined)
  const [hello] = await take(stream, 1)
  expect(hello).toEqual({ type: 'hello', seq: 100, restarted: false })
  bus.changed('tasks', 7)
  bus.changed('models')
  bus.publish({ type: 'call.progress', task_id: 7, call_id: 'c', fraction: 0.5, text: 'half' })
  expect(await take(stream, 3)).toEqual([
    { type: 'changed', seq: 101, topic: 'tasks', id: 7 },
    { type: 'changed', seq: 102, topic: 'models', id: null },
    { type: 'call.progress', seq: 103, task_id: 7, call_id: 'c', fraction: 0.5, text: 'half' },
  ])
})

test('2-architecture: a window that comes back with its last number gets exactly what it missed', async () => {
  const bus = new EventBus(100)
  for (let id = 1; id <= 5; id++) bus.changed('tasks', id)
  const seen = await take(bus.subscribe(103, undefined), 3)
  expect(seen[0]).toEqual({ type: 'hello', seq: 103, restarted: false })
  expect(ids(seen)).toEqual([4, 5])
  expect(ids(await take(bus.subscribe(100, undefined), 6))).toEqual([1, 2, 3, 4, 5])
  expect(await take(bus.subscribe(105, undefined), 1)).toEqual([{ type: 'hello', seq: 105, restarted: false }])
})

test('2-architecture: a number that is too old, too new or of another start means: look at everything again', async () => {
  const bus = new EventBus(10_000)
  for (let id = 1; id <= 2_100; id++) bus.changed('tasks', id)
  for (const after of [0, 9_999, 10_099, 12_101, Number.MAX_SAFE_INTEGER])
    expect(await take(bus.subscribe(after, undefined), 1)).toEqual([{ type: 'hello', seq: 12_100, restarted: true }])
  const kept = await take(bus.subscribe(10_100, undefined), 2_001)
  expect(kept[0]).toMatchObject({ restarted: false })
  expect(ids(kept)).toHaveLength(2_000)
  expect(await take(new EventBus(10).subscribe(9, undefined), 1)).toMatchObject([{ restarted: true }])
})

test('2-architecture: numbers of the next start are beyond all of this one', async () => {
  const first = new EventBus()
  for (let count = 0; count < 10; count++) first.changed('tasks')
  await new Promise(resolve => setTimeout(resolve, 20))
  const [hello] = await take(first.subscribe(undefined, undefined), 1)
  const [next] = await take(new EventBus().subscribe(hello?.seq, undefined), 1)
  expect(next).toMatchObject({ type: 'hello', restarted: true })
})

test('2-architecture: the abort of a reader ends its stream, also while it waits', async () => {
  const bus = new EventBus()
  const abort = new AbortController()
  const stream = bus.subscribe(undefined, abort.signal)
  await take(stream, 1)
  const waiting = stream.next()
  abort.abort()
  expect(await waiting).toEqual({ value: undefined, done: true })
  const late = bus.subscribe(undefined, abort.signal)
  expect(await late.next()).toEqual({ value: undefined, done: true })
})

test('B345: a reader that takes nothing is dropped past its bound; others and its own return are not touched', async () => {
  const bus = new EventBus(0)
  const slow = bus.subscribe(undefined, undefined)
  const quick = bus.subscribe(undefined, undefined)
  const [hello] = await take(slow, 1)
  await take(quick, 1)
  for (let id = 1; id <= 5_001; id++) {
    bus.changed('tasks', id)
    expect(ids(await take(quick, 1))).toEqual([id])
  }
  expect(await slow.next()).toEqual({ value: undefined, done: true })
  // It comes back with what it saw last. That is too old by now, and it is told so.
  expect(await take(bus.subscribe(hello?.seq, undefined), 1)).toMatchObject([{ restarted: true }])
})

test('B345: a reader at its bound loses nothing', async () => {
  const bus = new EventBus(0)
  const slow = bus.subscribe(undefined, undefined)
  await take(slow, 1)
  for (let id = 1; id <= 5_000; id++) bus.changed('tasks', id)
  expect(ids(await take(slow, 5_000)).at(-1)).toBe(5_000)
})

test('2-architecture: whatever a reader does, it sees every event once and in order, or is told to look again', async () => {
  const step = fc.oneof(
    fc.constant('publish' as const),
    fc.constant('read' as const),
    fc.constant('reconnect' as const),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async steps => {
      const bus = new EventBus(1_000)
      let published = 0
      let seq: number | undefined
      const seen: (number | string | null)[] = []
      let stream = bus.subscribe(undefined, undefined)
      seq = (await take(stream, 1))[0]?.seq
      for (const what of steps) {
        if (what === 'publish') bus.changed('tasks', ++published)
        else if (what === 'reconnect') {
          await stream.return(undefined)
          stream = bus.subscribe(seq, undefined)
          expect((await take(stream, 1))[0]).toEqual({ type: 'hello', seq, restarted: false })
        } else if (seen.length < published) {
          const [event] = await take(stream, 1)
          seq = event?.seq
          seen.push(...ids(event ? [event] : []))
        }
      }
      expect(seen).toEqual(Array.from({ length: seen.length }, (_, index) => index + 1))
    }),
    { numRuns: loops(500) },
  )
})
