import type { CallView } from '../../../shared/contract/calls.ts'
import type { TimelineItem } from '../../../shared/contract/tasks.ts'

export type Block =
  | Exclude<TimelineItem, { kind: 'call' }>
  | { readonly kind: 'calls'; readonly id: string; readonly calls: readonly CallView[] }

/** Calls that follow each other share one frame. What ended the chat stands in its banner, not also as a notice. */
export function timelineBlocks(timeline: readonly TimelineItem[], failure: string | null = null): Block[] {
  const blocks: Block[] = []
  const end = timeline.at(-1)
  const told = end?.kind === 'notice' && end.text === failure
  for (const item of told ? timeline.slice(0, -1) : timeline) {
    const last = blocks.at(-1)
    if (item.kind !== 'call') blocks.push(item)
    else if (last?.kind === 'calls') blocks[blocks.length - 1] = { ...last, calls: [...last.calls, item.call] }
    else blocks.push({ kind: 'calls', id: item.id, calls: [item.call] })
  }
  return blocks
}
