import type { PrincipalContext } from '@spora/sdk'
import type { Statement } from 'better-sqlite3'
import type { Database } from '../storage/database.ts'
import { KeptValues } from '../storage/kept-values.ts'

interface Principal {
  readonly id: number
  readonly type: 'user' | 'group'
  readonly owner: number | null
}

type Principals = KeptValues<number, Principal | undefined>

function keptPrincipals(database: Database): Principals {
  const statement: Statement<[number], Principal> = database.sqlite.prepare(
    `SELECT principals.id, principals.type,
       (SELECT user_id FROM principal_members AS member
        WHERE member.principal_id = principals.id AND member.role = 'owner'
        ORDER BY member.position, member.user_id LIMIT 1) AS owner
     FROM agents JOIN principals ON principals.id = agents.principal_id WHERE agents.id = ?`,
  )
  return new KeptValues({
    database,
    rows: [
      { table: 'agents', updatesOf: ['id', 'principal_id'] },
      { table: 'principals' },
      { table: 'principal_members' },
    ],
    read: agentId => statement.get(agentId),
  })
}

const principals = new WeakMap<Database, Principals>()

/**
 * Whose agent it is (D9). The owner comes from the agent's row, never from whoever is in front of the window: a user's
 * principal is that user, a group's is its first owner. Nobody found: not resolvable.
 */
export function principalOf(database: Database, agentId: number, runnerUserId: number | null): PrincipalContext {
  const known = principals.get(database) ?? keptPrincipals(database)
  principals.set(database, known)
  const row = known.get(agentId)
  const ownerUserId = row?.owner ?? null
  return {
    ownerUserId,
    runnerUserId,
    principalId: row?.id ?? 0,
    type: row?.type ?? 'user',
    isResolvable: () => ownerUserId !== null,
  }
}
