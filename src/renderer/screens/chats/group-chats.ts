import type { TaskSummary } from '../../../shared/contract/tasks.ts'

export type ChatGroup = 'needs_you' | 'running' | 'today' | 'yesterday' | 'week' | 'earlier'

const ORDER: readonly ChatGroup[] = ['needs_you', 'running', 'today', 'yesterday', 'week', 'earlier']
const DAY = 86_400_000

function groupOf(task: TaskSummary, now: Date): ChatGroup {
  if (task.waiting_calls > 0 || task.status === 'PENDING_APPROVAL') return 'needs_you'
  if (task.status === 'RUNNING' || task.status === 'QUEUED' || task.status === 'AWAITING_SUB_AGENTS') return 'running'
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate()).getTime()
  const at = new Date(task.updated_at).getTime()
  if (at >= midnight) return 'today'
  if (at >= midnight - DAY) return 'yesterday'
  return at >= midnight - 7 * DAY ? 'week' : 'earlier'
}

/** The list as a person looks for things: what needs them, what runs, then by day; newest first in each. */
export function groupChats(
  tasks: readonly TaskSummary[],
  now: Date,
): { readonly group: ChatGroup; readonly tasks: readonly TaskSummary[] }[] {
  const groups = Map.groupBy(
    tasks.toSorted((a, b) => b.updated_at.localeCompare(a.updated_at)),
    task => groupOf(task, now),
  )
  return ORDER.flatMap(group => {
    const found = groups.get(group)
    return found ? [{ group, tasks: found }] : []
  })
}
