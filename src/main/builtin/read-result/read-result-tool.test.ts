import fc from 'fast-check'
import { expect, test } from 'vitest'
import { loops } from '../../../../test/loops.ts'
import { ReadResultTool } from './read-result-tool.ts'

const LONG = `${'a'.repeat(50_000)}Needle ${'b'.repeat(50_000)}`
const read = (text: string) =>
  new ReadResultTool({ resultText: (task, handle) => (task === 7 && handle === '3.0' ? text : null) })

test('T10: a part of a result by offset, and where to go on', () => {
  const tool = read(LONG)
  expect(tool.execute({ handle: '3.0', offset: 50_000, length: 6 }, 1, 7).content).toBe(
    `[Characters 50000 to 50006 of 100007]\n\nNeedle\n\n[50001 characters follow; go on with offset 50006.]`,
  )
  expect(tool.execute({ handle: '3.0', offset: 100_000 }, 1, 7).content).not.toContain('follow')
  expect(tool.execute({ handle: '3.0', length: 99_999_999 }, 1, 7).content.length).toBeLessThan(41_000)
})

test('T10: text is found in any case, with its place', () => {
  const tool = read(LONG)
  expect(tool.execute({ handle: '3.0', find: 'NEEDLE' }, 1, 7).content).toMatch(
    /^Found 1 times\.\n\n\[at 50000\]\na+Needle b+$/,
  )
  expect(tool.execute({ handle: '3.0', find: 'nothing' }, 1, 7).content).toMatch(/not in the result/)
  expect(read('xy'.repeat(500)).execute({ handle: '3.0', find: 'x' }, 1, 7).content).toMatch(/480 more places/)
})

test('T10: no handle of another chat, and none that does not exist', () => {
  const tool = read(LONG)
  for (const [handle, task] of [
    ['3.1', 7],
    ['3.0', 8],
    ['3.0', null],
  ] as const)
    expect(tool.execute({ handle }, 1, task)).toMatchObject({ success: false })
  expect(tool.execute({ handle: '3.0', offset: 200_000 }, 1, 7)).toMatchObject({ success: false })
})

test('T10: pieces begin and end between characters, and together are the whole', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', minLength: 1, maxLength: 60 }),
      fc.integer({ min: 2, max: 7 }),
      (text, length) => {
        const whole = text.toWellFormed()
        const tool = read(whole)
        let together = ''
        for (let offset = 0; offset < whole.length; ) {
          const { content } = tool.execute({ handle: '3.0', offset, length }, 1, 7)
          const [, end = '0', part = ''] =
            /^\[Characters \d+ to (\d+) of \d+\]\n\n([\s\S]*?)(?:\n\n\[\d+ characters follow[^\n]*)?$/.exec(content) ??
            []
          expect(part.isWellFormed()).toBe(true)
          together += part
          offset = Number(end)
        }
        expect(together).toBe(whole)
      },
    ),
    { numRuns: loops(500) },
  )
})

test('T10: what will be read is said in words', () => {
  const tool = read(LONG)
  expect(tool.describeAction({ handle: '3.0', offset: 5 })).toBe('Read result 3.0 from character 5')
  expect(tool.describeAction({ handle: '3.0', find: 'x' })).toBe('Look for “x” in result 3.0')
})
