import { expect, test } from 'vitest'
import { KeyedSlots } from './keyed-slots.ts'

const never = new AbortController().signal

test('T8: at most so many at once for a key, the others in the order they came', async () => {
  const slots = new KeyedSlots()
  const order: string[] = []
  let running = 0
  let most = 0
  const work = async (name: string) => {
    const release = await slots.take('plugin', 2, never)
    order.push(name)
    most = Math.max(most, ++running)
    await new Promise(resolve => setImmediate(resolve))
    running--
    release?.()
    release?.()
  }
  await Promise.all(['a', 'b', 'c', 'd', 'e'].map(work))
  expect(most).toBe(2)
  expect(order).toEqual(['a', 'b', 'c', 'd', 'e'])
})

test('T8: keys do not wait for each other', async () => {
  const slots = new KeyedSlots()
  await slots.take('one', 1, never)
  const release = await slots.take('other', 1, never)
  release?.()
  expect(await slots.take('other', 1, never)).toBeTypeOf('function')
})

test('T1, T8: whoever is stopped waits no longer, and keeps nobody waiting', async () => {
  const slots = new KeyedSlots()
  const release = await slots.take('key', 1, never)
  const stop = new AbortController()
  const stopped = slots.take('key', 1, stop.signal)
  const next = slots.take('key', 1, never)
  stop.abort()
  expect(await stopped).toBeNull()
  release?.()
  expect(await next).toBeTypeOf('function')
  expect(await slots.take('key', 1, AbortSignal.abort())).toBeNull()
})
