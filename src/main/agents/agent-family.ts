import type { Database } from '../storage/database.ts'

/** Who made whom. An agent may change what it made, and what that made; nothing above or beside it (A3). */
export class AgentFamily {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  /** The agent's maker, its maker's maker, and so on. */
  ancestors(agentId: number): number[] {
    return this.#database.sqlite
      .prepare(
        `WITH RECURSIVE above (id, depth) AS (
           SELECT parent_agent_id, 1 FROM agents WHERE id = ? AND parent_agent_id IS NOT NULL
           UNION SELECT parent_agent_id, depth + 1 FROM agents JOIN above USING (id)
           WHERE parent_agent_id IS NOT NULL AND depth < 100)
         SELECT id FROM above ORDER BY depth`,
      )
      .pluck()
      .all(agentId) as number[]
  }

  children(agentId: number): number {
    return this.#database.sqlite
      .prepare('SELECT count(*) FROM agents WHERE parent_agent_id = ?')
      .pluck()
      .get(agentId) as number
  }

  /** From the target's maker up to `agentId`; null when `agentId` did not make it, directly or through what it made. */
  lineTo(agentId: number, targetId: number): number[] | null {
    const above = this.ancestors(targetId)
    const place = above.indexOf(agentId)
    return place < 0 ? null : above.slice(0, place + 1)
  }
}
