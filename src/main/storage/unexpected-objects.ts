import type Sqlite from 'better-sqlite3'
import { pristine } from './migrate.ts'

/**
 * What differs from the form these migrations make: tables, indexes, triggers and views, as "trigger name". A trigger or
 * view that no version of Spora made could change what a decision means.
 */
export function unexpectedObjects(sqlite: Sqlite.Database, migrations: readonly string[]): string[] {
  const memory = pristine(migrations)
  const expected = new Set(objects(memory))
  memory.close()
  const odd = objects(sqlite).filter(object => !expected.delete(object))
  return [...odd, ...expected].map(object => object.slice(0, object.indexOf('\n')))
}

function objects(sqlite: Sqlite.Database): string[] {
  return sqlite
    .prepare(
      "SELECT type || ' ' || name || char(10) || sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'",
    )
    .pluck()
    .all() as string[]
}
