import { useQuery } from '@tanstack/react-query'
import type { CallView } from '../../../shared/contract/calls.ts'
import { api } from '../../api/client.ts'

interface Waiting {
  /** Nothing can be said of it yet, or at all: then there is a reason, and a way to ask again. */
  readonly unknown: { readonly error: unknown; readonly ask: () => void } | null
  /** To be decided here: of this chat and of the sub-agents at work for it. */
  readonly calls: readonly CallView[]
  /** Other questions of sub-agents; the chat's own stand in its conversation. */
  readonly questions: readonly CallView[]
}

/** What waits for the person in a chat (P6). */
export function useWaiting(taskId: number): Waiting {
  const query = useQuery(api.calls.pending.queryOptions())
  const pending = query.data ?? []
  const here = pending.filter(call => call.task_id === taskId || call.path?.some(chat => chat.task_id === taskId))
  return {
    unknown: query.data ? null : { error: query.error, ask: () => void query.refetch() },
    calls: here.filter(call => call.state === 'awaiting'),
    questions: here.filter(call => call.state !== 'awaiting' && call.task_id !== taskId),
  }
}
