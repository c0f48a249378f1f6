import type { PrincipalContext } from '@spora/sdk'
import type { Statement } from 'better-sqlite3'
import type { Database } from '../storage/database.ts'
import { watchRows } from '../storage/watch-rows.ts'

interface Principal {
  readonly id: number
  readonly type: 'user' | 'group'
  readonly owner: number | null
}

/** Every step of every chat asks, and what the answer depends on hardly ever changes. */
class Principals {
  readonly #database: Database
  readonly #statement: Statement<[number], Principal>
  readonly #known = new Map<number, Principal | undefined>()
  /** Something was written that may yet be undone. */
  #unsettled = false

  constructor(database: Database) {
    this.#database = database
    this.#statement = database.sqlite.prepare(
      `SELECT principals.id, principals.type,
         (SELECT user_id FROM principal_members AS member
          WHERE member.principal_id = principals.id AND member.role = 'owner'
          ORDER BY member.position, member.user_id LIMIT 1) AS owner
       FROM agents JOIN principals ON principals.id = agents.principal_id WHERE agents.id = ?`,
    )
    const changed = () => {
      this.#known.clear()
      this.#unsettled = true
    }
    watchRows(database, { table: 'agents', columns: ['id'], updatesOf: ['id', 'principal_id'] }, changed)
    for (const table of ['principals', 'principal_members']) watchRows(database, { table, columns: [] }, changed)
  }

  of(agentId: number): Principal | undefined {
    if (this.#unsettled && !this.#database.sqlite.inTransaction) {
      this.#known.clear()
      this.#unsettled = false
    }
    if (this.#known.has(agentId)) return this.#known.get(agentId)
    const found = this.#statement.get(agentId)
    if (!this.#unsettled) this.#known.set(agentId, found)
    return found
  }
}

const principals = new WeakMap<Database, Principals>()

/**
 * Whose agent it is (D9). The owner comes from the agent's row, never from whoever is in front of the window: a user's
 * principal is that user, a group's is its first owner. Nobody found: not resolvable.
 */
export function principalOf(database: Database, agentId: number, runnerUserId: number | null): PrincipalContext {
  const known = principals.get(database) ?? new Principals(database)
  principals.set(database, known)
  const row = known.of(agentId)
  const ownerUserId = row?.owner ?? null
  return {
    ownerUserId,
    runnerUserId,
    principalId: row?.id ?? 0,
    type: row?.type ?? 'user',
    isResolvable: () => ownerUserId !== null,
  }
}
