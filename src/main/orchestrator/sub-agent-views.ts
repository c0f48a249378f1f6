import { count, eq, inArray } from 'drizzle-orm'
import type { CallView } from '../../shared/contract/calls.ts'
import { tasks, toolCalls } from '../storage/schema.ts'
import { heir } from './lineage.ts'
import type { Runtime } from './runtime.ts'
import { waitingCalls } from './waiting-calls.ts'

/** The sub-agents that calls began, by call. A chat that was handed over counts as the one it went on in. */
export function subAgentsOf(
  { journal, parts }: Runtime,
  callIds: readonly string[],
): ReadonlyMap<string, CallView['sub_agent']> {
  const { orm } = parts.database
  const begun = orm
    .select()
    .from(tasks)
    .where(inArray(tasks.parentCallId, [...callIds]))
    .all()
    .filter(({ origin }) => origin === 'sub_agent')
  if (begun.length === 0) return new Map()
  const waiting = waitingCalls(journal)
  return new Map(
    begun.map(task => {
      const last = heir(journal.tasks, task) ?? task
      const made = orm.select({ calls: count() }).from(toolCalls).where(eq(toolCalls.taskId, last.id)).get()
      const view: CallView['sub_agent'] = {
        task_id: last.id,
        agent: { id: last.agentId, name: parts.agents.get(last.agentId).name },
        status: last.status,
        waiting_calls: waiting.get(last.id)?.calls ?? 0,
        calls: made?.calls ?? 0,
      }
      return [task.parentCallId ?? '', view]
    }),
  )
}
