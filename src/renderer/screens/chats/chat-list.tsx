import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { SquarePen } from 'lucide-react'
import { useDeferredValue, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import type { TaskSummary } from '../../../shared/contract/tasks.ts'
import { api } from '../../api/client.ts'
import { Button } from '../../components/button.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { ListPane } from '../../components/panes.tsx'
import { QueryView } from '../../components/query-view.tsx'
import { SearchField } from '../../components/search-field.tsx'
import { useText } from '../../i18n/text.tsx'
import { useShortcut } from '../../shortcuts/use-shortcut.ts'
import { ChatRows } from './chat-rows.tsx'
import { groupChats } from './group-chats.ts'

/** Every chat, found by words and grouped by what it needs. */
export function ChatList({ current, main }: { current: number | null; main: boolean }) {
  const t = useText()
  const [, navigate] = useLocation()
  const [search, setSearch] = useState('')
  const wanted = useDeferredValue(search.trim())
  const field = useRef<HTMLInputElement>(null)
  // Known only after the rows were made: when the chats are at hand already, nothing else would make them again.
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  const list = useQuery(
    api.tasks.list.queryOptions({ input: wanted ? { search: wanted } : {}, placeholderData: keepPreviousData }),
  )
  useShortcut('mod+f', () => field.current?.focus())
  useNeighbours(list.data ?? [], current)

  return (
    <ListPane
      title={t('chats.title')}
      label={t('chats.title')}
      main={main}
      actions={
        <Button
          kind="quiet"
          icon={<SquarePen className="icon" aria-hidden />}
          aria-label={t('chats.new')}
          title={t('chats.new')}
          onClick={() => navigate('/chats/new')}
        />
      }
    >
      <div className="list-search">
        <SearchField ref={field} label={t('chats.search')} value={search} onChange={setSearch} shortcut="mod+f" />
      </div>
      <nav ref={setScroller} className="scroll" aria-label={t('chats.title')}>
        <QueryView query={list} empty={<NoChats search={wanted} onClear={() => setSearch('')} />}>
          {tasks => <ChatRows tasks={tasks} current={current} scroller={scroller} />}
        </QueryView>
      </nav>
    </ListPane>
  )
}

/** Alt with the arrows goes to the chat above or below. */
function useNeighbours(tasks: readonly TaskSummary[], current: number | null) {
  const [, navigate] = useLocation()
  const ids = groupChats(tasks, new Date()).flatMap(group => group.tasks.map(task => task.id))
  const go = (step: number) => {
    const next = ids[ids.indexOf(current ?? -1) + step]
    if (next !== undefined) navigate(`/chats/${next}`)
  }
  useShortcut('alt+arrowup', () => go(-1))
  useShortcut('alt+arrowdown', () => go(1))
}

function NoChats({ search, onClear }: { search: string; onClear: () => void }) {
  const t = useText()
  const [, navigate] = useLocation()
  if (!search)
    return (
      <EmptyState
        title={t('chats.none')}
        action={<Button onClick={() => navigate('/chats/new')}>{t('chats.new')}</Button>}
      >
        {t('chats.none_text')}
      </EmptyState>
    )
  return (
    <EmptyState
      title={t('chats.no_match', { search })}
      action={<Button onClick={onClear}>{t('chats.clear_search')}</Button>}
    />
  )
}
