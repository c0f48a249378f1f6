import type { Database } from './database.ts'

export interface Watched {
  readonly table: string
  /** What the listener is told of a row. */
  readonly columns: readonly string[]
  /** An update counts only when it writes one of these; all of them when left out. */
  readonly updatesOf?: readonly string[]
}

let watches = 0

/**
 * Tells of every row that is inserted, changed (as it was, and as it is) or deleted, by whatever statement, also by a
 * cascade. The listener runs inside the transaction, which may yet be undone, and must not use the database.
 */
export function watchRows(
  { sqlite, lookOnly }: Pick<Database, 'sqlite' | 'lookOnly'>,
  { table, columns, updatesOf }: Watched,
  listener: (...values: never[]) => void,
): void {
  if (lookOnly) return // no row will change
  const name = `watch_${watches++}`
  sqlite.function(name, { varargs: true }, (...values: unknown[]) => {
    listener(...(values as never[]))
    return null
  })
  const tell = (row: 'OLD' | 'NEW') => `SELECT ${name}(${columns.map(column => `${row}.${column}`).join(', ')});`
  const update = updatesOf ? `UPDATE OF ${updatesOf.join(', ')}` : 'UPDATE'
  // Temporary: triggers of this connection alone, nothing of them is in the file.
  sqlite.exec(`
    CREATE TEMP TRIGGER ${name}_insert AFTER INSERT ON main.${table} BEGIN ${tell('NEW')} END;
    CREATE TEMP TRIGGER ${name}_update AFTER ${update} ON main.${table} BEGIN ${tell('OLD')} ${tell('NEW')} END;
    CREATE TEMP TRIGGER ${name}_delete AFTER DELETE ON main.${table} BEGIN ${tell('OLD')} END;
  `)
}
