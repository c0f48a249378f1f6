import { useMutation, useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useLocation, useParams } from 'wouter'
import { api } from '../../api/client.ts'
import { Button } from '../../components/button.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { Stage } from '../../components/panes.tsx'
import { lastLook } from '../../frame/last-look.ts'
import { ScreenBoundary } from '../../frame/screen-boundary.tsx'
import { useText } from '../../i18n/text.tsx'
import { useShortcut } from '../../shortcuts/use-shortcut.ts'
import { ChatDetail } from './chat-detail.tsx'
import { ChatList } from './chat-list.tsx'

const NewChat = lazy(async () => ({ default: (await import('./new-chat.tsx')).NewChat }))

export function ChatsScreen() {
  const [location] = useLocation()
  const { id, agent } = useParams<{ id?: string; agent?: string }>()
  const isNew = location.startsWith('/chats/new')
  const chat = !isNew && id && /^\d{1,15}$/.test(id) ? Number(id) : null
  const folded = useFoldedList()
  const detail = isNew || chat !== null
  return (
    <Stage panes="list" detail={detail} folded={detail && folded}>
      <ChatList current={chat} main={!detail} />
      {isNew ? (
        <Suspense>
          <NewChat agentId={agent ? Number(agent) : null} />
        </Suspense>
      ) : chat === null ? (
        <NothingChosen />
      ) : (
        // One chat that cannot be shown keeps nobody from the others.
        <ScreenBoundary key={chat}>
          <ChatDetail id={chat} />
        </ScreenBoundary>
      )}
    </Stage>
  )
}

/** ⌘/Ctrl+\\ folds the list away, and remembers it. */
function useFoldedList(): boolean {
  const preferences = useQuery(api.system.preferences.queryOptions()).data ?? lastLook
  const folded = preferences?.list_collapsed ?? false
  const save = useMutation(api.system.setPreferences.mutationOptions())
  useShortcut('mod+\\', () => save.mutate({ list_collapsed: !folded }))
  return save.isPending ? (save.variables.list_collapsed ?? folded) : folded
}

function NothingChosen() {
  const t = useText()
  const [, navigate] = useLocation()
  return (
    <section className="pane-main" aria-label={t('chats.choose')}>
      <EmptyState
        title={t('chats.choose')}
        action={
          <Button kind="primary" shortcut="mod+n" onClick={() => navigate('/chats/new')}>
            {t('chats.new')}
          </Button>
        }
      >
        {t('chats.none_text')}
      </EmptyState>
    </section>
  )
}
