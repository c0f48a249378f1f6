import type { CallView } from '../../../shared/contract/calls.ts'
import type { TimelineItem } from '../../../shared/contract/tasks.ts'

export type Block =
  | Exclude<TimelineItem, { kind: 'call' }>
  | { readonly kind: 'calls'; readonly id: string; readonly calls: readonly CallView[] }

/** Calls that follow each other share one frame. */
export function timelineBlocks(timeline: readonly TimelineItem[]): Block[] {
  const blocks: Block[] = []
  for (const item of timeline) {
    const last = blocks.at(-1)
    if (item.kind !== 'call') blocks.push(item)
    else if (last?.kind === 'calls') blocks[blocks.length - 1] = { ...last, calls: [...last.calls, item.call] }
    else blocks.push({ kind: 'calls', id: item.id, calls: [item.call] })
  }
  return blocks
}
