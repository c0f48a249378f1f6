import type { Database } from '../storage/database.ts'

/** What sub-agents have used; null when there was none. `cost`: null when no model of theirs has prices. */
export interface SubAgentUsage {
  readonly chats: number
  readonly input: number
  readonly output: number
  readonly reasoning: number
  readonly cached: number
  readonly written: number
  readonly cost: number | null
}

/**
 * Of everybody who worked for a chat: its sub-agents, whoever they handed over to, and the sub-agents of all these. To
 * whom the chat itself was handed over is not among them: that is a chat of its own.
 */
export function subAgentUsage({ sqlite }: Database): (taskId: number) => SubAgentUsage | null {
  const statement = sqlite.prepare<[number], SubAgentUsage>(`
    WITH RECURSIVE workers (id) AS (
      SELECT id FROM tasks WHERE parent_task_id = ? AND origin = 'sub_agent'
      UNION SELECT tasks.id FROM tasks JOIN workers ON tasks.parent_task_id = workers.id
    )
    SELECT (SELECT count(*) FROM workers) AS chats, ${COUNTS.map(sumOf).join(', ')},
      coalesce(sum(cache_write_tokens), 0) AS written, sum(cost) AS cost
    FROM task_history WHERE task_id IN (SELECT id FROM workers) AND usage IS NOT NULL`)
  return taskId => {
    const used = statement.get(taskId)
    return used && used.chats > 0 ? used : null
  }
}

/** In the order of the stored counts. */
const COUNTS = ['input', 'output', 'reasoning', 'cached'] as const

const sumOf = (name: string, at: number) => `coalesce(sum(usage ->> ${at}), 0) AS ${name}`
