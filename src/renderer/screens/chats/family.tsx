import { CornerLeftUp } from 'lucide-react'
import { Link } from 'wouter'
import type { TaskView } from '../../../shared/contract/tasks.ts'
import { VisibleText } from '../../components/visible-text.tsx'
import { useText } from '../../i18n/text.tsx'

/** Where a chat came from, when no person began it. */
export function ChatOrigin({ task }: { task: TaskView }) {
  const t = useText()
  if (!task.parent) return null
  const { origin, task_id, title, agent } = task.parent
  return (
    <p className="note chat-origin">
      <CornerLeftUp className="icon" aria-hidden />
      {t(`chats.origin.${origin}`, { agent: agent.name })}{' '}
      <Link href={`/chats/${task_id}`}>
        <VisibleText text={title} />
      </Link>
    </p>
  )
}

/** The chat this one was handed over to. */
export function handedOver(task: TaskView): { id: number; agent: string } | null {
  const handover = task.data?.handover
  if (typeof handover !== 'object' || handover === null || !('target_task_id' in handover)) return null
  const agent = 'target_agent_name' in handover ? String(handover.target_agent_name) : ''
  return { id: Number(handover.target_task_id), agent }
}
