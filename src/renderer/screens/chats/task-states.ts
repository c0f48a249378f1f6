import { Ban, CircleCheck, CircleX, Hand, Hourglass, LoaderCircle, type LucideIcon, Square } from 'lucide-react'
import type { TaskStatus } from '../../../shared/contract/tasks.ts'
import type { Tone } from '../../components/chip.tsx'
import type { TextKey } from '../../i18n/text.tsx'

interface Shown {
  readonly text: TextKey
  readonly icon: LucideIcon
  readonly tone: Tone
  /** The agent works or waits: there is something to stop. */
  readonly active: boolean
}

/** How each state of a chat looks and reads. */
export const taskStates = {
  QUEUED: { text: 'chats.status.queued', icon: Hourglass, tone: 'off', active: true },
  RUNNING: { text: 'chats.status.running', icon: LoaderCircle, tone: 'off', active: true },
  PENDING_APPROVAL: { text: 'chats.status.waiting', icon: Hand, tone: 'wait', active: true },
  AWAITING_SUB_AGENTS: { text: 'chats.status.sub_agents', icon: LoaderCircle, tone: 'off', active: true },
  COMPLETED: { text: 'chats.status.completed', icon: CircleCheck, tone: 'ok', active: false },
  FAILED: { text: 'chats.status.failed', icon: CircleX, tone: 'danger', active: false },
  ABORTED: { text: 'chats.status.aborted', icon: Square, tone: 'off', active: false },
  CANCELLED: { text: 'chats.status.cancelled', icon: Ban, tone: 'off', active: false },
} as const satisfies Record<TaskStatus, Shown>
