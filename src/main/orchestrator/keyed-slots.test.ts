import { expect, test } from 'vitest'
import { KeyedSlots } from './keyed-slots.ts'

test('T8: at most so many at once for a key, the others in the order they came', async () => {
  const slots = new KeyedSlots()
  const order: string[] = []
  let running = 0
  let most = 0
  const work = async (name: string) => {
    const release = await slots.take('plugin', 2)
    order.push(name)
    most = Math.max(most, ++running)
    await new Promise(resolve => setImmediate(resolve))
    running--
    release()
    release()
  }
  await Promise.all(['a', 'b', 'c', 'd', 'e'].map(work))
  expect(most).toBe(2)
  expect(order).toEqual(['a', 'b', 'c', 'd', 'e'])
})

test('T8: keys do not wait for each other', async () => {
  const slots = new KeyedSlots()
  await slots.take('one', 1)
  const release = await slots.take('other', 1)
  release()
  expect(await slots.take('other', 1)).toBeTypeOf('function')
})
