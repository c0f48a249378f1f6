import type { CallView } from '../../shared/contract/calls.ts'
import { api } from './client.ts'
import { queryClient } from './query-client.ts'
import { taskQuery } from './task-query.ts'

/** Shows a call that main just answered with wherever it is shown, before the event about it comes. */
export function putCall(call: CallView): void {
  queryClient.setQueryData(api.calls.pending.queryKey(), pending =>
    pending?.map(other => (other.id === call.id ? call : other)),
  )
  queryClient.setQueryData(
    taskQuery(call.task_id).queryKey,
    task =>
      task && {
        ...task,
        timeline: task.timeline.map(item => (item.kind === 'call' && item.id === call.id ? { ...item, call } : item)),
      },
  )
}

/** Decided calls leave the list of what waits at once. */
export function takeFromPending(ids: ReadonlySet<string>): void {
  queryClient.setQueryData(api.calls.pending.queryKey(), pending => pending?.filter(call => !ids.has(call.id)))
}
