import { expect, test } from 'vitest'
import type { CallView } from '../../../shared/contract/calls.ts'
import { timelineBlocks } from './timeline-blocks.ts'

const call = (id: string) => ({ kind: 'call' as const, id, call: { id } as CallView })
const said = (id: number) => ({ kind: 'user' as const, id, text: 'x', at: '' })

test('calls that follow each other share a frame', () => {
  const blocks = timelineBlocks([said(1), call('a'), call('b'), said(2), call('c')])
  expect(blocks.map(block => (block.kind === 'calls' ? block.calls.map(({ id }) => id) : block.id))).toEqual([
    1,
    ['a', 'b'],
    2,
    ['c'],
  ])
})

test('the failure that has a banner is not told a second time above it; an earlier one stays', () => {
  const notice = (id: number, text: string) => ({ kind: 'notice' as const, id, code: 'X', text, at: '' })
  const timeline = [said(1), notice(2, 'Refused.'), said(3), notice(4, 'Refused.')]
  expect(timelineBlocks(timeline, 'Refused.').map(block => block.id)).toEqual([1, 2, 3])
  expect(timelineBlocks(timeline, null).map(block => block.id)).toEqual([1, 2, 3, 4])
})
