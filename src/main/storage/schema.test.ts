import { is } from 'drizzle-orm'
import { getTableConfig, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { expect, test } from 'vitest'
import { pristine } from './migrate.ts'
import { migrations } from './migrations/index.ts'
import * as schema from './schema.ts'

interface Column {
  name: string
  type: string
  notNull: boolean
  key: boolean
}

const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1)

function declared(table: SQLiteTable): { name: string; columns: Column[] } {
  const { name, columns, primaryKeys } = getTableConfig(table)
  const keys = new Set(primaryKeys.flatMap(key => key.columns.map(column => column.name)))
  return {
    name,
    columns: columns
      .map(column => ({
        name: column.name,
        type: column.getSQLType().toUpperCase(),
        notNull: column.notNull,
        key: column.primary || keys.has(column.name),
      }))
      .sort(byName),
  }
}

test('4.13: the tables TypeScript knows are the tables the migrations make, column by column', () => {
  const sqlite = pristine(migrations)
  const names = sqlite
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'")
    .pluck()
    .all() as string[]
  const found = names.map(name => ({
    name,
    columns: (sqlite.pragma(`table_info(${name})`) as { name: string; type: string; notnull: number; pk: number }[])
      .map(column => ({
        name: column.name,
        type: column.type,
        notNull: column.notnull === 1 || column.pk > 0,
        key: column.pk > 0,
      }))
      .sort(byName),
  }))
  const tables = Object.values(schema).filter(value => is(value, SQLiteTable))
  expect(tables.map(declared).sort(byName)).toEqual(found.sort(byName))
})
