import { PassThrough } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { readPrinted } from './read-printed.ts'

test.each([
  ['short lines', '\n', 2_000],
  ['long lines', `${'x'.repeat(999)}\n`, 2],
])('R2: whoever prints more than is read in a second waits: %s', async (_, line, times) => {
  const stream = new PassThrough({ highWaterMark: 1 })
  let seen = 0
  readPrinted(stream, 1_000_000, () => seen++)
  let written = 0
  for (; written < 1_000 && !stream.isPaused(); written++) {
    stream.write(`a${line}`.repeat(times))
    await turn()
  }
  expect(stream.isPaused()).toBe(true)
  expect(seen).toBeLessThanOrEqual(15_000)
  expect(written * times * line.length).toBeLessThanOrEqual(1_100_000)
})
