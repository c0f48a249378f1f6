import type { PrincipalContext } from '@spora/sdk'
import type { Statement } from 'better-sqlite3'
import type { Database } from '../storage/database.ts'

/** Prepared once for each database: every step of every chat asks. */
const statements = new WeakMap<Database, Statement>()

function statement(database: Database): Statement {
  const known = statements.get(database)
  if (known) return known
  const made = database.sqlite.prepare(
    `SELECT principals.id, principals.type,
       (SELECT user_id FROM principal_members AS member
        WHERE member.principal_id = principals.id AND member.role = 'owner'
        ORDER BY member.position, member.user_id LIMIT 1) AS owner
     FROM agents JOIN principals ON principals.id = agents.principal_id WHERE agents.id = ?`,
  )
  statements.set(database, made)
  return made
}

/**
 * Whose agent it is (D9). The owner comes from the agent's row, never from whoever is in front of the window: a user's
 * principal is that user, a group's is its first owner. Nobody found: not resolvable.
 */
export function principalOf(database: Database, agentId: number, runnerUserId: number | null): PrincipalContext {
  const row = statement(database).get(agentId) as
    | { id: number; type: 'user' | 'group'; owner: number | null }
    | undefined
  const ownerUserId = row?.owner ?? null
  return {
    ownerUserId,
    runnerUserId,
    principalId: row?.id ?? 0,
    type: row?.type ?? 'user',
    isResolvable: () => ownerUserId !== null,
  }
}
