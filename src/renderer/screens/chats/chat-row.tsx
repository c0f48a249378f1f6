import { CircleX, Hand, LoaderCircle } from 'lucide-react'
import { memo } from 'react'
import { Link } from 'wouter'
import type { TaskSummary } from '../../../shared/contract/tasks.ts'
import { Avatar } from '../../components/avatar.tsx'
import { RelativeTime } from '../../components/relative-time.tsx'
import { VisibleText } from '../../components/visible-text.tsx'
import { useText } from '../../i18n/text.tsx'
import { taskStates } from './task-states.ts'

export const ChatRow = memo(function ChatRow({ task, current }: { task: TaskSummary; current: boolean }) {
  return (
    <Link href={`/chats/${task.id}`} className="chat-row" aria-current={current ? 'page' : undefined}>
      <Avatar name={task.agent.name} />
      <span className="chat-row-title clip">
        <VisibleText text={task.title} />
      </span>
      <RelativeTime at={task.updated_at} />
      <LastLine task={task} />
    </Link>
  )
})

function LastLine({ task }: { task: TaskSummary }) {
  const t = useText()
  if (task.status === 'PENDING_APPROVAL' || task.waiting_calls > 0) {
    return (
      <span className="chat-row-line" data-tone="wait">
        <Hand className="icon" aria-hidden />
        <span className="clip">
          {task.waiting_calls > 0 ? t('chats.waiting', { count: task.waiting_calls }) : t('chats.needs_answer')}
        </span>
      </span>
    )
  }
  const failed = task.status === 'FAILED'
  const running = taskStates[task.status].active
  return (
    <span className="chat-row-line" data-tone={failed ? 'danger' : undefined}>
      {failed && <CircleX className="icon" aria-hidden />}
      {running && <LoaderCircle className="icon spin" aria-hidden />}
      <span className="clip">
        <VisibleText text={task.last_line || t(taskStates[task.status].text)} />
      </span>
    </span>
  )
}
