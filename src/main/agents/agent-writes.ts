import { eq } from 'drizzle-orm'
import { now } from '../storage/clock.ts'
import type { Database } from '../storage/database.ts'
import { agentWrites } from '../storage/schema.ts'

/** Remembers which call made or added something, so that the same call never does it twice (N2). */
export class AgentWrites {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  /** The agent this call wrote to; null when it has not. */
  agentOf(callId: string): number | null {
    const row = this.#database.orm.select().from(agentWrites).where(eq(agentWrites.callId, callId)).get()
    return row?.agentId ?? null
  }

  /** Inside the transaction of what it stands for. */
  note(callId: string, agentId: number): void {
    this.#database.orm.insert(agentWrites).values({ callId, agentId, createdAt: now() }).run()
  }
}
