import type { CallView } from '../../shared/contract/calls.ts'
import { lineage } from './lineage.ts'
import type { Runtime } from './runtime.ts'

/** From the person's chat down to this one: “Planner › Researcher” (P6). */
export function chatPath({ journal, parts }: Runtime, taskId: number): NonNullable<CallView['path']> {
  const chats = lineage(journal.tasks, journal.tasks.get(taskId)).toReversed()
  return chats.map(({ id, title, agentId }) => {
    const { name } = parts.agents.get(agentId)
    return { task_id: id, title, agent: { id: agentId, name } }
  })
}
