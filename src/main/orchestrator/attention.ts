import type { TaskStatus } from '../../shared/contract/tasks.ts'
import type { Journal } from './journal.ts'
import { lineage } from './lineage.ts'
import type { TaskRow } from './task-store.ts'

/** A person's chat in which something happens, with what waits for them in it and in its sub-agents. */
export interface ActiveChat {
  readonly id: number
  readonly title: string
  readonly waiting: readonly { readonly callId: string; readonly text: string }[]
}

/** How a chat ended: its last words, or why it failed. */
export interface ChatEnd {
  readonly id: number
  readonly status: TaskStatus
  readonly title: string
  readonly text: string
}

export function activeChats(journal: Journal): ActiveChat[] {
  const open = journal.tasks.withStatus('QUEUED', 'RUNNING', 'PENDING_APPROVAL', 'AWAITING_SUB_AGENTS')
  const waiting = journal.waitingCalls().map(call => ({
    chat: rootOf(journal, journal.tasks.get(call.taskId)),
    callId: call.id,
    text: call.humanDescription,
  }))
  const chats = new Map(
    [...open.map(task => rootOf(journal, task)), ...waiting.map(({ chat }) => chat)].map(chat => [chat.id, chat]),
  )
  return [...chats.values()].map(({ id, title }) => ({
    id,
    title,
    waiting: waiting.filter(({ chat }) => chat.id === id).map(({ callId, text }) => ({ callId, text })),
  }))
}

export function chatEnd({ id, status, title, errorMessage, finalResponse }: TaskRow): ChatEnd {
  return { id, status, title, text: (status === 'FAILED' ? errorMessage : finalResponse) ?? '' }
}

function rootOf(journal: Journal, task: TaskRow): TaskRow {
  return lineage(journal.tasks, task).at(-1) ?? task
}
