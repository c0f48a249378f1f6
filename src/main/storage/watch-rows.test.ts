import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Database } from './database.ts'
import { openDatabase } from './open-database.ts'
import { createAgent } from './testing/create-agent.ts'
import { watchRows } from './watch-rows.ts'

let folder: string
let database: Database
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'spora-watch-'))
  database = openDatabase(join(folder, 'spora.db'))
  createAgent(database)
})
afterEach(() => {
  database.close()
  rmSync(folder, { recursive: true })
})

function watched(table: string, columns: string[], updatesOf?: string[]): unknown[][] {
  const seen: unknown[][] = []
  watchRows(database, { table, columns, ...(updatesOf ? { updatesOf } : {}) }, (...values: unknown[]) => {
    seen.push(values)
  })
  return seen
}

test('C6: a watcher is told of every row that is written, by whatever statement, and of those a cascade takes', () => {
  const { sqlite } = database
  const seen = watched('agent_tools', ['agent_id', 'tool_class'])
  const told = (sql: string) => {
    sqlite.exec(sql)
    return seen.splice(0)
  }
  const insert = "INTO agent_tools (agent_id, tool_class, tool_name, created_at) VALUES (1, 'core/A', 'a', 'now')"
  expect(told(`INSERT ${insert}`)).toEqual([[1, 'core/A']])
  expect(told(`INSERT OR IGNORE ${insert}`)).toEqual([])
  expect(told(`INSERT OR REPLACE ${insert}`)).toEqual([
    [1, 'core/A'],
    [1, 'core/A'],
  ])
  expect(told("UPDATE agent_tools SET tool_class = 'core/B'")).toEqual([
    [1, 'core/A'],
    [1, 'core/B'],
  ])
  expect(told('DELETE FROM agents')).toEqual([[1, 'core/B']])
})

test('C6: an update of other columns is none, and nothing of a watcher is in the file', () => {
  const { sqlite } = database
  const seen = watched('agents', ['id'], ['name'])
  sqlite.exec("UPDATE agents SET description = 'Other.'")
  expect(seen).toEqual([])
  sqlite.exec("UPDATE agents SET name = 'Bob'")
  expect(seen).toEqual([[1], [1]])
  database.close()
  database = openDatabase(join(folder, 'spora.db'))
  database.sqlite.exec("UPDATE agents SET name = 'Eve'")
  expect(seen).toHaveLength(2)
})
