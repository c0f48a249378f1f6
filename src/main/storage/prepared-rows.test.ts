import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Database } from './database.ts'
import { openDatabase } from './open-database.ts'
import { preparedInsert, preparedSelect, preparedUpdate } from './prepared-rows.ts'
import { agents, taskHistory, tasks, toolCalls } from './schema.ts'

let folder: string
let database: Database
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'spora-prepared-'))
  database = openDatabase(join(folder, 'spora.db'))
})
afterEach(() => {
  database.close()
  rmSync(folder, { recursive: true })
})

const ADA: typeof agents.$inferInsert = {
  principalId: 1,
  name: 'Ada',
  description: '',
  systemPrompt: '',
  maxSteps: 5,
  allowFollowup: true,
  retryAfterMinutes: 0,
  maxRetries: 0,
  archived: false,
  createdAt: 'then',
  updatedAt: 'then',
}

test('4.13: a prepared write stores what drizzle would: flags, JSON, and a null as NULL', () => {
  preparedInsert(database, agents)({ ...ADA, template: { id: 'x' } })
  preparedInsert(database, agents)({ ...ADA, template: null })
  database.orm
    .insert(agents)
    .values({ ...ADA, template: { id: 'x' } })
    .run()
  const [one, two, three] = database.sqlite.prepare('SELECT * FROM agents ORDER BY id').all() as {
    id: number
    template: unknown
  }[]
  expect({ ...one, id: 3 }).toEqual(three)
  expect(two?.template).toBeNull()
})

test('4.13: a prepared update changes the columns it is given, where it is told', () => {
  const insert = preparedInsert(database, agents)
  for (const name of ['Ada', 'Bob']) insert({ ...ADA, name })
  const update = preparedUpdate(database, agents, 'id = ? AND name = ?')
  expect(update({ archived: true, llmConfigId: null, description: undefined }, 2, 'Bob')).toBe(1)
  expect(update({ archived: true }, 1, 'Bob')).toBe(0)
  expect(update({ maxSteps: 9 }, 1, 'Ada')).toBe(1)
  const rows = database.orm.select().from(agents).orderBy(agents.id).all()
  expect(rows.map(({ archived, maxSteps, description }) => ({ archived, maxSteps, description }))).toEqual([
    { archived: false, maxSteps: 9, description: '' },
    { archived: true, maxSteps: 5, description: '' },
  ])
})

test('4.13: a prepared read gives what drizzle would: flags, JSON, times, bytes, and NULL', () => {
  preparedInsert(database, agents)({ ...ADA, template: { id: 'x' } })
  preparedInsert(database, agents)({ ...ADA, name: 'Bob', archived: true })
  const select = preparedSelect(database, agents, 'WHERE name >= ? ORDER BY id')
  expect(select.all('A')).toEqual(database.orm.select().from(agents).orderBy(agents.id).all())
  expect(select.get('B')).toMatchObject({ name: 'Bob', archived: true, template: null })
  expect(select.get('C')).toBeUndefined()

  database.sqlite.exec(`
    INSERT INTO tasks (id, agent_id, title, user_prompt, status, step_count, max_steps, data, created_at, updated_at)
      VALUES (1, 1, 't', 'p', 'RUNNING', 1, 10, '{"a":[1]}', 't', 't');
    INSERT INTO shared_texts VALUES (1, 'x');
    INSERT INTO task_history (task_id, sequence, step, role, content, usage, provider, created_at)
      VALUES (1, 1, 1, 'assistant', '', '[1,2,3,4]', 1, 1767225600000);
    INSERT INTO tool_calls (id, task_id, agent_id, step, ordinal, tool_name, operation_description, effect, idempotent,
      human_description, arguments_text, args_sha256, revision, coerced, policy, state, attempt, created_at)
      VALUES ('c', 1, 1, 1, 0, 'mail', 1, 'write', 0, '', '{}', x'${'ab'.repeat(32)}', 1, '[]', 1, 'ready', 0, 0)`)
  for (const table of [tasks, taskHistory, toolCalls])
    expect(preparedSelect(database, table, '').all()).toEqual(database.orm.select().from(table).all())
})
