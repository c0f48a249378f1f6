import type { Database } from './database.ts'

/** For a new row. Never that of a removed one: something may still name it. */
export function nextNumber({ sqlite }: Database, kind: 'agents' | 'memories' | 'llm_driver_configurations'): number {
  const query = `
    SELECT 1 + max(
      coalesce((SELECT max(id) FROM ${kind}), 0),
      coalesce((SELECT last_number FROM removed_numbers WHERE kind = ?), 0)
    )`
  return sqlite.prepare(query).pluck().get(kind) as number
}
