import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useMemo, useRef } from 'react'
import type { TaskSummary } from '../../../shared/contract/tasks.ts'
import { useText } from '../../i18n/text.tsx'
import { ChatRow } from './chat-row.tsx'
import { type ChatGroup, groupChats } from './group-chats.ts'

type Item = { readonly group: ChatGroup } | { readonly task: TaskSummary }

const HEADING_PX = 34
const ROW_PX = 52
/** Rendered above and below what can be seen, so that keys find the next row. */
const BEYOND = 12

/** Chats under their groups. Only what can be seen is on the page: a list of thousands costs as little as a short one. */
export function ChatRows({
  tasks,
  current,
  scroller,
}: {
  tasks: readonly TaskSummary[]
  current: number | null
  /** The element they scroll in; null until it is on the page. */
  scroller: HTMLElement | null
}) {
  const t = useText()
  const items = useMemo(() => itemsOf(tasks), [tasks])
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller,
    estimateSize: at => (isHeading(items[at]) ? HEADING_PX : ROW_PX),
    getItemKey: at => keyOf(items[at]) ?? at,
    overscan: BEYOND,
  })
  const place = items.findIndex(item => 'task' in item && item.task.id === current)
  const { scrollToIndex } = rows
  // When it is chosen, once: a list that is looked through does not jump back whenever something happens in a chat.
  const shown = useRef<number | null>(null)
  useEffect(() => {
    if (place < 0 || !scroller || shown.current === current) return
    shown.current = current
    scrollToIndex(place, { align: 'auto' })
  }, [place, current, scroller, scrollToIndex])

  return (
    <div className="chat-rows" style={{ height: rows.getTotalSize() }}>
      {rows.getVirtualItems().map(({ key, index, start }) => {
        const item = items[index]
        return (
          item && (
            <div key={key} ref={rows.measureElement} data-index={index} style={{ transform: `translateY(${start}px)` }}>
              {'task' in item ? (
                <ChatRow task={item.task} current={item.task.id === current} />
              ) : (
                <h2 className="group">{t(`chats.group.${item.group}`)}</h2>
              )}
            </div>
          )
        )
      })}
    </div>
  )
}

function itemsOf(tasks: readonly TaskSummary[]): Item[] {
  return groupChats(tasks, new Date()).flatMap(({ group, tasks: found }): Item[] => [
    { group },
    ...found.map(task => ({ task })),
  ])
}

function isHeading(item: Item | undefined): boolean {
  return item !== undefined && 'group' in item
}

function keyOf(item: Item | undefined): string | number | undefined {
  return item && ('task' in item ? item.task.id : item.group)
}
