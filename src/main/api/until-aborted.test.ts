import { expect, test } from 'vitest'
import { untilAborted } from './until-aborted.ts'

async function* failing(after: readonly number[], signal?: AbortController): AsyncGenerator<number> {
  yield* after
  signal?.abort()
  throw new Error('The port was closed.')
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const seen: T[] = []
  for await (const item of items) seen.push(item)
  return seen
}

test('4.6: a reader that goes away in the middle ends the stream quietly', async () => {
  const gone = new AbortController()
  expect(await all(untilAborted(failing([1, 2], gone), gone.signal))).toEqual([1, 2])
})

test('4.6: any other failure is passed on', async () => {
  await expect(all(untilAborted(failing([1]), new AbortController().signal))).rejects.toThrow('port was closed')
  await expect(all(untilAborted(failing([1]), undefined))).rejects.toThrow('port was closed')
})

test('4.6: whoever stops reading ends what is read from', async () => {
  let ended = false
  async function* endless() {
    try {
      for (;;) yield 1
    } finally {
      ended = true
    }
  }
  for await (const _ of untilAborted(endless(), undefined)) break
  expect(ended).toBe(true)
})
