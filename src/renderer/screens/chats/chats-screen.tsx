import { useLocation, useParams } from 'wouter'
import { Button } from '../../components/button.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { Stage } from '../../components/panes.tsx'
import { useText } from '../../i18n/text.tsx'
import { ChatDetail } from './chat-detail.tsx'
import { ChatList } from './chat-list.tsx'
import { NewChat } from './new-chat.tsx'

export function ChatsScreen() {
  const [location] = useLocation()
  const { id, agent } = useParams<{ id?: string; agent?: string }>()
  const isNew = location.startsWith('/chats/new')
  const chat = !isNew && id ? Number(id) : null
  const detail = isNew || chat !== null
  return (
    <Stage panes="list" detail={detail}>
      <ChatList current={chat} main={!detail} />
      {isNew ? (
        <NewChat agentId={agent ? Number(agent) : null} />
      ) : chat === null ? (
        <NothingChosen />
      ) : (
        <ChatDetail key={chat} id={chat} />
      )}
    </Stage>
  )
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
