import type { Statement } from 'better-sqlite3'
import { type Column, getTableColumns, getTableName, type Table } from 'drizzle-orm'
import type { Database } from './database.ts'

/*
 * Reads and writes of every step, prepared once. Building their SQL anew costs more than running it, and so does what
 * drizzle's own prepared reads do to each row; its prepared writes store a null of a JSON column as the text “null”.
 */

export interface PreparedSelect<T extends Table> {
  get(...values: readonly (string | number)[]): T['$inferSelect'] | undefined
  all(...values: readonly (string | number)[]): T['$inferSelect'][]
}

/** Whole rows. `rest`: SQL behind the table's name, with a `?` for each value. */
export function preparedSelect<T extends Table>(database: Database, table: T, rest: string): PreparedSelect<T> {
  const columns = Object.entries(getTableColumns(table))
  const names = columns.map(([, column]) => column.name)
  const statement = database.sqlite
    .prepare<unknown[], readonly unknown[]>(`SELECT ${names.join(', ')} FROM ${getTableName(table)} ${rest}`)
    .raw()
  const decoders = columns.map(([key, column]) => [key, isPlain(column) ? null : column] as const)
  const decoded = (values: readonly unknown[]): T['$inferSelect'] => {
    const row: Record<string, unknown> = {}
    for (let at = 0; at < decoders.length; at++) {
      const [key, column] = decoders[at] as (typeof decoders)[number]
      const value = values[at]
      row[key] = column === null || value === null ? value : column.mapFromDriverValue(value)
    }
    return row
  }
  return {
    get(...values) {
      const row = statement.get(...values)
      return row && decoded(row)
    },
    all: (...values) => statement.all(...values).map(decoded),
  }
}

/** What SQLite gives is what the code gets. */
function isPlain({ dataType }: Column): boolean {
  return dataType === 'string' || dataType === 'number'
}

/** Columns left out are NULL. Answers the row's number. */
export function preparedInsert<T extends Table>(database: Database, table: T): (row: T['$inferInsert']) => number {
  const columns = Object.entries(getTableColumns(table))
  const names = columns.map(([, column]) => column.name)
  const statement = database.sqlite.prepare(
    `INSERT INTO ${getTableName(table)} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
  )
  return row =>
    Number(statement.run(columns.map(([key, column]) => encoded(column, (row as Values)[key]))).lastInsertRowid)
}

/** `where`: SQL with a `?` for each value. Answers how many rows were changed. */
export function preparedUpdate<T extends Table>(
  database: Database,
  table: T,
  where: string,
): (change: Partial<T['$inferInsert']>, ...values: readonly (string | number)[]) => number {
  const columns: Readonly<Record<string, Column>> = getTableColumns(table)
  const known = new Map<string, { readonly statement: Statement; readonly set: readonly Column[] }>()
  const prepared = (keys: readonly string[]) => {
    const set = keys.map(key => column(columns, key))
    const names = set.map(({ name }) => `${name} = ?`).join(', ')
    return { set, statement: database.sqlite.prepare(`UPDATE ${getTableName(table)} SET ${names} WHERE ${where}`) }
  }
  return (change, ...values) => {
    const given = change as Values
    const keys = Object.keys(given).filter(key => given[key] !== undefined)
    const name = keys.join()
    const { statement, set } = known.get(name) ?? prepared(keys)
    known.set(name, { statement, set })
    return statement.run(...set.map((column, at) => encoded(column, given[keys[at] as string])), ...values).changes
  }
}

type Values = Readonly<Record<string, unknown>>

function column(columns: Readonly<Record<string, Column>>, key: string): Column {
  const found = columns[key]
  if (!found) throw new TypeError(`There is no column ${key}.`)
  return found
}

function encoded(column: Column, value: unknown): unknown {
  if (value === null || value === undefined) return null
  return isPlain(column) ? value : column.mapToDriverValue(value)
}
