import { useQuery } from '@tanstack/react-query'
import { api } from '../api/client.ts'

const TROUBLE = new Set(['failed', 'missing', 'conflict'])

/** The numbers on the rail and in the status bar. */
export function useCounts() {
  const waiting = useQuery(api.calls.pending.queryOptions()).data?.length ?? 0
  const running =
    useQuery(api.tasks.list.queryOptions({ input: {} })).data?.filter(
      task => task.status === 'RUNNING' || task.status === 'QUEUED' || task.status === 'AWAITING_SUB_AGENTS',
    ).length ?? 0
  const failedPlugins =
    useQuery(api.plugins.list.queryOptions()).data?.filter(plugin => TROUBLE.has(plugin.state)).length ?? 0
  return { waiting, running, failedPlugins }
}
