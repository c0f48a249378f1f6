import { spawn } from 'node:child_process'
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bundle } from '../../build/load-module.ts'
import { pristine, schemaVersion, statementsOf } from '../../src/main/storage/migrate.ts'
import { migrations } from '../../src/main/storage/migrations/index.ts'
import { openDatabase } from '../../src/main/storage/open-database.ts'
import { inPairs } from './in-pairs.ts'

const PEOPLE = 30

let script: string
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'spora-updates-'))
  const out = await bundle({ 'update-process': 'test/durability/update-process.ts' }, { standalone: true })
  script = join(out, 'update-process.js')
}, 60_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const SCHEMA = "SELECT type || ' ' || name || ' ' || coalesce(sql, '') FROM sqlite_schema ORDER BY 1"
const schemaOf = (sqlite: Sqlite.Database) => sqlite.prepare(SCHEMA).pluck().all()

const AT = '2026-03-04T05:06:07.089Z'

/** Rows of everything the first version can hold: each update carries them on. */
function fill(sqlite: Sqlite.Database): void {
  const each = (count: number, sql: string) => {
    const insert = sqlite.prepare(sql)
    for (let n = 1; n <= count; n++) insert.run({ n })
  }
  sqlite.transaction(() => {
    each(PEOPLE - 1, `INSERT INTO users (name, created_at) VALUES ('Person ' || @n, '${AT}')`)
    each(1, `INSERT INTO preferences VALUES (@n, '{"theme":"dark"}')`)
    each(
      3,
      `INSERT INTO llm_driver_configurations VALUES (@n, 'M' || @n, 'd', '{}', 8000, NULL, @n = 1, '${AT}', '${AT}')`,
    )
    each(4, `INSERT INTO agents VALUES (@n, 1, 'A' || @n, '', '', 9, 1, 0, 0, 1, 0, '${AT}', '${AT}')`)
    each(4, `INSERT INTO tool_configurations VALUES (@n, 'core/T' || @n, 't', '{"a":1}', 2, '${AT}')`)
    each(4, `INSERT INTO tool_user_settings VALUES (@n, 1, 'core/T' || @n, '{"a":2}', 2, '${AT}')`)
    each(4, `INSERT INTO agent_tool_overrides VALUES (@n, @n, 'core/T', '{"a":3}', 2, '${AT}')`)
    each(4, `INSERT INTO agent_tools VALUES (@n, 'core/T', 't', '${AT}')`)
    each(4, `INSERT INTO agent_tool_operation_overrides VALUES (@n, 'core/T', 'run', 1, 0)`)
    each(
      6,
      `INSERT INTO tasks (id, agent_id, parent_task_id, title, user_prompt, status, step_count, max_steps, llm_config_id, created_at, updated_at)
         VALUES (@n, 1, nullif(@n - 1, 0), 't', 'p', 'COMPLETED', 1, 9, 1, '${AT}', '${AT}')`,
    )
    each(
      6,
      `INSERT INTO tool_calls VALUES ('c' || @n, @n, 1, 1, 0, 'p', 'core/T', 't', 'run', 'Runs.', 'print', 'write', 0, 'Run',
         '{}', '{ "n": ' || @n || ' }', '{"n":' || @n || '}', '${'0a'.repeat(32)}', 2, '[]', '{"verdict":"ask"}', 'succeeded', 1,
         NULL, 'done', '{"n":1}', '${AT}', '${AT}', '${AT}')`,
    )
    each(
      6,
      `INSERT INTO task_history (task_id, sequence, step, role, content, reasoning, provider, provider_data, usage, created_at)
         VALUES (@n, 1, 1, 'assistant', 'Said.', 'Thought.', 'somebody', '{"x":1}', '{"inputTokens":7}', '${AT}')`,
    )
    each(
      6,
      `INSERT INTO task_history (task_id, sequence, step, role, content, call_id, created_at)
         VALUES (@n, 2, 1, 'tool', 'done', 'c' || @n, '${AT}')`,
    )
    each(6, `INSERT INTO call_revisions VALUES ('c' || @n, 1, '{}', '${'0b'.repeat(32)}', '${AT}')`)
    each(
      6,
      `INSERT INTO decisions VALUES ('d' || @n, 'c' || @n, 'approve', '${'0a'.repeat(32)}', 2, 'print', NULL, 1, '${AT}')`,
    )
    each(2, `INSERT INTO plugins VALUES ('slug' || @n, 'link', '/p', NULL, 1, '{}', '[]', '${AT}', '${AT}')`)
  })()
}

/** The database as a version left it, with rows once there are tables. */
function asOf(version: number): string {
  const file = join(folder, `version-${version}.db`)
  const open = (known: number) => openDatabase(file, { migrations: migrations.slice(0, known) })
  const first = open(Math.min(version, 1))
  if (version > 0) fill(first.sqlite)
  first.close()
  open(version).close()
  return file
}

/** How many rows each table has. */
function countsOf(sqlite: Sqlite.Database): Record<string, number> {
  const tables = sqlite.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY 1").pluck().all()
  const count = (table: unknown) => sqlite.prepare(`SELECT count(*) FROM "${table}"`).pluck().get() as number
  return Object.fromEntries(tables.map(table => [table, count(table)]))
}

/** What was said, called and decided, as any version tells it. */
function contentOf(sqlite: Sqlite.Database): unknown {
  const rows = (sql: string) => sqlite.prepare(sql).all()
  return [
    rows('SELECT id, title, parent_task_id, status FROM tasks ORDER BY id'),
    rows('SELECT task_id, sequence, role, content, reasoning, call_id, provider_data FROM task_history ORDER BY 1, 2'),
    rows(
      'SELECT id, state, arguments_text, revision, coerced, result_content, result_data FROM tool_calls ORDER BY id',
    ),
    rows('SELECT * FROM decisions ORDER BY id'),
  ]
}

function killedAfter(file: string, statement: number): Promise<NodeJS.Signals | null> {
  const child = spawn(process.execPath, [script, file, String(statement)], {
    env: { ...process.env, NODE_COMPILE_CACHE: join(folder, 'compiled') },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (_code, signal) => resolve(signal))
  })
}

test('R8, T-DB-06: killed after any statement of any update, the file has the form before or after it, and all its rows', {
  timeout: 300_000,
}, async () => {
  const kills = migrations.flatMap((migration, version) =>
    statementsOf(migration).map((_statement, index) => ({ version, statement: index + 1 })),
  )
  const files = migrations.map((_migration, version) => asOf(version))
  const before = files.map(file => {
    const sqlite = new Sqlite(file, { readonly: true })
    const found = { counts: countsOf(sqlite), content: countsOf(sqlite).tasks ? contentOf(sqlite) : null }
    sqlite.close()
    return found
  })
  // Each update is seen to carry rows of everything that the first version knew.
  for (const { counts } of before.slice(1))
    for (const table of Object.keys(before[1]?.counts ?? {})) expect(counts[table], table).toBeGreaterThan(0)
  const forms = migrations.map((_migration, version) => pristine(migrations.slice(0, version)))
  let old = 0
  let rows = 0
  await inPairs(kills, async ({ version, statement }) => {
    const home = join(folder, `${version}-${statement}`)
    const file = join(home, 'spora.db')
    mkdirSync(home)
    copyFileSync(files[version] as string, file)
    expect(await killedAfter(file, statement)).toBe('SIGKILL')
    // A look into the file itself would take its log away.
    cpSync(home, `${home}-looked`, { recursive: true })
    const looked = new Sqlite(join(`${home}-looked`, 'spora.db'))
    expect(schemaVersion(looked)).toBe(version)
    expect(schemaOf(looked)).toEqual(schemaOf(forms[version] as Sqlite.Database))
    expect(countsOf(looked)).toEqual(before[version]?.counts)
    looked.close()
    old++
    const database = openDatabase(file)
    expect(schemaVersion(database.sqlite)).toBe(migrations.length)
    expect(database.notices).toEqual([])
    const counts = countsOf(database.sqlite)
    expect(counts.users).toBe(version > 0 ? PEOPLE : 1)
    // An update may add rows of its own.
    for (const [table, count] of Object.entries(before[version]?.counts ?? {}))
      expect(counts[table], `${table}, version ${version}`).toBeGreaterThanOrEqual(count)
    if (version > 0) expect(contentOf(database.sqlite)).toEqual(before[version]?.content)
    expect(database.sqlite.pragma('foreign_key_check')).toEqual([])
    rows += Object.values(counts).reduce((sum, count) => sum + count, 0)
    database.close()
    rmSync(home, { recursive: true })
  })
  for (const form of forms) form.close()
  console.log(
    `T-DB-06: ${kills.length} kills in ${migrations.length} updates, ${old} old forms, ${rows} rows found again, 0 lost`,
  )
})
