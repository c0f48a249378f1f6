import { hash } from 'node:crypto'
import type Sqlite from 'better-sqlite3'
import { pristine } from './migrate.ts'
import { migrations as released, SCHEMA_SHA256 } from './migrations/index.ts'

/**
 * What differs from the form these migrations make: tables, indexes, triggers and views, as "trigger name". A trigger or
 * view that no version of Spora made could change what a decision means.
 */
export function unexpectedObjects(sqlite: Sqlite.Database, migrations: readonly string[]): string[] {
  const found = objects(sqlite)
  if (isReleased(migrations) && schemaSha256(found) === SCHEMA_SHA256) return []
  const memory = pristine(migrations)
  const expected = new Set(objects(memory))
  memory.close()
  const odd = found.filter(object => !expected.delete(object))
  return [...odd, ...expected].map(object => object.slice(0, object.indexOf('\n')))
}

/** Every table, index, trigger and view: “table tasks”, and how it is made in the lines after. */
export function objects(sqlite: Sqlite.Database): string[] {
  return sqlite
    .prepare(
      "SELECT type || ' ' || name || char(10) || sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'",
    )
    .pluck()
    .all() as string[]
}

/** In whatever order they were made. */
export function schemaSha256(found: readonly string[]): string {
  return hash('sha256', JSON.stringify(found.toSorted()))
}

function isReleased(migrations: readonly string[]): boolean {
  return migrations.length === released.length && migrations.every((sql, index) => sql === released[index])
}
