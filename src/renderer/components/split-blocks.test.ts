import { expect, test } from 'vitest'
import { splitBlocks } from './split-blocks.ts'

test('blocks end at blank lines, but not inside a code fence', () => {
  expect(splitBlocks('One\n\nTwo\nstill two\n\n```js\na\n\nb\n```\n\nEnd')).toEqual([
    'One',
    'Two\nstill two',
    '```js\na\n\nb\n```',
    'End',
  ])
})

test('while text grows, the blocks before the last one stay the same', () => {
  const text = 'One\n\n- a\n- b\n\n```\ncode\n\nmore\n```\n\nEnd of it'
  let before: string[] = []
  for (let length = 1; length <= text.length; length++) {
    const blocks = splitBlocks(text.slice(0, length))
    expect(blocks.slice(0, Math.max(0, before.length - 1))).toEqual(before.slice(0, -1))
    before = blocks
  }
})
