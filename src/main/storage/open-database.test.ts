import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import Sqlite from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { SporaError } from '../../shared/spora-error.ts'
import { backUpWhileRunning } from './back-up-database.ts'
import { migrations } from './migrations/index.ts'
import { type Database, openDatabase } from './open-database.ts'
import { asNobody } from './testing/as-nobody.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
let folder: string
let file: string
const opened: Database[] = []

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'spora-storage-'))
  file = join(folder, 'spora.db')
})
afterEach(() => {
  for (const database of opened.splice(0)) database.close()
  rmSync(folder, { recursive: true, force: true })
})

function open(path = file, options = {}): Database {
  const database = openDatabase(path, options)
  opened.push(database)
  return database
}

/** A database with enough rows to have several pages, properly closed. */
function filled(): Buffer {
  const database = openDatabase(file)
  const insert = database.sqlite.prepare("INSERT INTO users (name, created_at) VALUES (?, '2026-01-01T00:00:00.000Z')")
  database.transaction(() => {
    for (let i = 0; i < 500; i++) insert.run(`Person ${i} `.repeat(20))
  })
  database.close()
  return readFileSync(file)
}

function refusal(run: () => unknown): SporaError {
  try {
    run()
  } catch (error) {
    return error as SporaError
  }
  throw new Error('It was not refused.')
}

const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const keptFiles = (kind: string) =>
  readdirSync(folder).filter(name => name.startsWith(`spora.db.${kind}-`) && name.endsWith('Z'))

/** The damaged bytes stand under a dated name, the app has a working empty database, and says so at every start. */
function expectKept(kind: string, code: string, bytes: Buffer): void {
  const database = open()
  expect(keptFiles(kind)).toHaveLength(1)
  const kept = join(folder, keptFiles(kind)[0] as string)
  expect(hash(readFileSync(kept))).toBe(hash(bytes))
  expect(database.notices).toEqual([{ code, message: expect.stringContaining(kept) }])
  expect(database.sqlite.prepare('SELECT count(*) FROM users').pluck().get()).toBe(1)
  database.close()
  expect(open().notices).toHaveLength(1)
}

describe('4.13: opening', () => {
  test('4.13: a new file is complete, ours, and open to its owner only', () => {
    const { sqlite, notices } = open()
    expect(notices).toEqual([])
    expect(sqlite.pragma('user_version', { simple: true })).toBe(migrations.length)
    expect(sqlite.prepare('SELECT id, type FROM principals').all()).toEqual([{ id: 1, type: 'user' }])
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readdirSync(folder).sort()).toEqual(['spora.db', 'spora.db-wal', 'spora.db.open'])
  })

  test('4.13: every pragma is in force, also when the file is opened again', () => {
    for (let time = 0; time < 2; time++) {
      const database = openDatabase(file)
      const read = (name: string) => database.sqlite.pragma(name, { simple: true })
      expect(
        Object.fromEntries(
          [
            'journal_mode',
            'locking_mode',
            'synchronous',
            'foreign_keys',
            'recursive_triggers',
            'trusted_schema',
            'cell_size_check',
            'secure_delete',
            'fullfsync',
            'checkpoint_fullfsync',
            'temp_store',
          ].map(name => [name, read(name)]),
        ),
      ).toEqual({
        journal_mode: 'wal',
        locking_mode: 'exclusive',
        synchronous: 2,
        foreign_keys: 1,
        recursive_triggers: 1,
        trusted_schema: 0,
        cell_size_check: 1,
        secure_delete: 1,
        fullfsync: 1,
        checkpoint_fullfsync: 1,
        temp_store: 2,
      })
      const [major = 0, minor = 0, patch = 0] = (
        database.sqlite.prepare('SELECT sqlite_version()').pluck().get() as string
      )
        .split('.')
        .map(Number)
      expect(major * 1e6 + minor * 1e3 + patch).toBeGreaterThanOrEqual(3_051_003)
      database.close()
    }
  })

  test('4.13: every table is STRICT and deleting a chat takes its calls and decisions with it, a decision alone stays', () => {
    const { sqlite } = open()
    const tables = sqlite.pragma('table_list') as { schema: string; name: string; type: string; strict: number }[]
    for (const table of tables.filter(({ name, type }) => type === 'table' && !name.startsWith('sqlite_')))
      expect([table.name, table.strict]).toEqual([table.name, 1])
    sqlite.exec(`
      INSERT INTO agents (id, principal_id, name, description, system_prompt, max_steps, allow_followup, retry_after_minutes, max_retries, archived, created_at, updated_at)
        VALUES (1, 1, 'A', '', '', 10, 1, 0, 0, 0, 't', 't');
      INSERT INTO tasks (id, agent_id, title, user_prompt, status, step_count, max_steps, created_at, updated_at)
        VALUES (1, 1, 't', 'p', 'COMPLETED', 1, 10, 't', 't');
      INSERT INTO shared_texts VALUES (1, ''), (2, '{}');
      INSERT INTO tool_calls (id, task_id, agent_id, step, ordinal, tool_name, operation_description, effect, idempotent,
        human_description, arguments_text, args_canonical, args_sha256, revision, coerced, policy, state, attempt, created_at)
        VALUES ('c', 1, 1, 1, 0, 'calculator', 1, 'none', 1, '', '{}', '{}', zeroblob(32), 1, '[]', 2, 'succeeded', 1, 0);
      INSERT INTO task_history (task_id, sequence, step, role, content, call_id, created_at) VALUES (1, 1, 1, 'tool', '', 'c', 0);
      INSERT INTO decisions VALUES ('d', 'c', 'approve', 'h', 1, NULL, NULL, 1, 't');
    `)
    expect(() => sqlite.exec('DELETE FROM decisions')).toThrow('append-only')
    expect(() => sqlite.exec("UPDATE decisions SET verdict = 'reject'")).toThrow('append-only')
    expect(() => sqlite.exec("UPDATE tasks SET status = 'DONE'")).toThrow('CHECK')
    sqlite.exec('DELETE FROM tasks')
    expect(sqlite.prepare('SELECT count(*) FROM decisions').pluck().get()).toBe(0)
  })

  test('4.13: a second opening is refused with DATA_FOLDER_IN_USE, in this process', () => {
    open()
    const error = refusal(() => openDatabase(file, { waitMs: 50 }))
    expect(error).toMatchObject({ code: 'DATA_FOLDER_IN_USE', message: expect.stringContaining(folder) })
    expect(readdirSync(folder).sort()).toEqual(['spora.db', 'spora.db-wal', 'spora.db.open'])
  })

  test.each(['plain', 'ünï cødé', 'a b#c?d%20e', 'x'.repeat(200)])('B362: a folder named %s works', name => {
    const path = join(folder, name, 'spora.db')
    mkdirSync(join(folder, name))
    expect(open(path).sqlite.prepare('SELECT count(*) FROM users').pluck().get()).toBe(1)
    expect(existsSync(path)).toBe(true)
  })

  test.skipIf(process.platform === 'win32')('B363: a link to the file opens the file it names', () => {
    filled()
    mkdirSync(join(folder, 'other'))
    symlinkSync(file, join(folder, 'other', 'spora.db'))
    open(join(folder, 'other', 'spora.db'))
    expect(readdirSync(join(folder, 'other'))).toEqual(['spora.db'])
    expect(existsSync(`${file}-wal`)).toBe(true)
  })
})

describe('R7: a file that cannot be ours', () => {
  test('R7: an empty file is kept and reported, not taken for a new profile', () => {
    writeFileSync(file, '')
    expectKept('empty', 'DB_NOT_A_DATABASE', Buffer.alloc(0))
  })

  test.each([
    ['text', Buffer.from('hello, this is my diary')],
    ['a picture', Buffer.from([0xff, 0xd8, 0xff, 0xe0, ...new Array(5000).fill(7)])],
    ['zeros', Buffer.alloc(8192)],
  ])('B351: %s is kept and reported', (_name, bytes) => {
    writeFileSync(file, bytes)
    expectKept('not-a-database', 'DB_NOT_A_DATABASE', bytes)
  })

  test('B351: a header alone is kept and reported', () => {
    const bytes = filled().subarray(0, 100)
    writeFileSync(file, bytes)
    const database = open()
    expect(database.notices).toHaveLength(1)
    expect(readdirSync(folder).filter(name => /^spora\.db\..*Z$/.test(name))).toHaveLength(1)
  })

  test('B352: an overwritten page is found and the file kept', () => {
    const bytes = filled()
    const handle = openSync(file, 'r+')
    writeSync(handle, Buffer.alloc(4096, 0x5a), 0, 4096, bytes.length - 2 * 4096)
    expectKept('corrupt', 'DB_CORRUPT', readFileSync(file))
  })

  test('B353: a file cut in half is found and kept', () => {
    const bytes = filled()
    truncateSync(file, 4096 * Math.floor(bytes.length / 8192))
    expectKept('corrupt', 'DB_CORRUPT', readFileSync(file))
  })

  test('B354: bytes that are no log, and garbage for its index, are not read', () => {
    filled()
    writeFileSync(`${file}-wal`, Buffer.alloc(20_000, 0x37))
    writeFileSync(`${file}-shm`, 'garbage')
    expect(open().sqlite.prepare('SELECT count(*) FROM users').pluck().get()).toBe(501)
  })

  test('B357: another program’s database is kept as it was', () => {
    const other = new Sqlite(file)
    other.exec("CREATE TABLE songs (title); INSERT INTO songs VALUES ('x')")
    other.close()
    expectKept('foreign', 'DB_FOREIGN', readFileSync(file))
  })

  const SLY = 'CREATE TRIGGER sly AFTER INSERT ON users BEGIN DELETE FROM agents; END'

  test('B358: of a file with a trigger nobody made everything is shown and nothing is changed', () => {
    filled()
    elsewhere(SLY)
    const before = contentOf(file)
    const database = open()
    expect(database.notices).toMatchObject([
      { code: 'DB_SCHEMA_UNEXPECTED', message: expect.stringContaining('trigger sly') },
    ])
    expect(refusal(() => database.transaction(() => database.sqlite.exec('DELETE FROM agents')))).toMatchObject({
      code: 'DB_SCHEMA_UNEXPECTED',
      message: expect.stringContaining('Nothing was changed'),
    })
    expect(database.sqlite.prepare('SELECT count(*) FROM users').pluck().get()).toBe(501)
    database.close()
    expect(contentOf(file)).toEqual(before)
  })

  test('B358: of an older version too: it is not updated', () => {
    openDatabase(file, { migrations: migrations.slice(0, 1) }).close()
    elsewhere('ALTER TABLE users ADD COLUMN extra TEXT')
    const bytes = readFileSync(file)
    expectKept('unexpected', 'DB_SCHEMA_UNEXPECTED', bytes)
    expect(existsSync(join(folder, 'backups'))).toBe(false)
  })
})

/** Another program writes in the file while nobody has it open. */
function elsewhere(sql: string): void {
  const other = new Sqlite(file)
  other.exec(sql)
  other.close()
}

/** What a database holds, whatever its pages look like. */
function contentOf(path: string): unknown {
  const sqlite = new Sqlite(path, { readonly: true })
  const objects = sqlite.prepare('SELECT type, name, sql FROM sqlite_schema ORDER BY name').all()
  const rows = (objects as { type: string; name: string }[])
    .filter(({ type }) => type === 'table')
    .map(({ name }) => sqlite.prepare(`SELECT * FROM "${name}"`).all())
  const version = sqlite.pragma('user_version')
  sqlite.close()
  return { objects, rows, version }
}

describe('R7: going back to a backup', () => {
  const backUp = async (sqlite: Sqlite.Database, reason = 'daily') =>
    basename(await backUpWhileRunning(sqlite, file, reason))
  const say = (database: Database, name: string) =>
    database.sqlite.prepare("INSERT INTO users (name, created_at) VALUES (?, 't')").run(name)
  const names = (database: Database) => database.sqlite.prepare('SELECT name FROM users ORDER BY id').pluck().all()

  test('R7: the newest backup that is whole takes the place of a damaged file, and that is said', async () => {
    const first = open()
    say(first, 'Ada')
    const older = await backUp(first.sqlite)
    say(first, 'Bob')
    const newer = await backUp(first.sqlite, 'asked')
    first.close()
    opened.length = 0
    writeFileSync(join(folder, 'backups', newer), readFileSync(join(folder, 'backups', newer)).fill(0x5a, 8192, 12_288))
    const damaged = readFileSync(file).fill(0x5a, 4096, 20_000)
    writeFileSync(file, damaged)
    const database = open()
    expect(names(database)).toEqual(['You', 'Ada'])
    expect(database.notices).toMatchObject([{ code: 'DB_CORRUPT', message: expect.stringContaining(older) }])
    const [kept = ''] = readdirSync(folder).filter(name => name.startsWith('spora.db.corrupt-'))
    expect(hash(readFileSync(join(folder, kept)))).toBe(hash(damaged))
    say(database, 'Cleo')
    database.close()
    opened.length = 0
    expect(names(open())).toEqual(['You', 'Ada', 'Cleo'])
  })

  test('R7: not to what a person went away from, not to what is no whole backup', async () => {
    const first = open()
    say(first, 'Ada')
    await backUp(first.sqlite, 'before-restore')
    const odd = await backUp(first.sqlite)
    first.close()
    opened.length = 0
    const other = new Sqlite(join(folder, 'backups', odd))
    other.exec('CREATE VIEW sly AS SELECT 1')
    other.close()
    writeFileSync(file, '')
    const database = open()
    expect(names(database)).toEqual(['You'])
    expect(database.notices).toMatchObject([{ message: expect.stringContaining('because there was no backup') }])
  })

  test('R7: a backup of an older version is brought up to date', async () => {
    const old = openDatabase(file, { migrations: migrations.slice(0, 1) })
    say(old, 'Ada')
    await backUp(old.sqlite)
    old.close()
    writeFileSync(file, 'damaged')
    const { sqlite, notices } = open()
    expect(notices).toHaveLength(1)
    expect(sqlite.pragma('user_version', { simple: true })).toBe(migrations.length)
    expect(sqlite.prepare('SELECT name FROM users').pluck().all()).toEqual(['You', 'Ada'])
  })

  test('R7: damage that is seen while the app runs is looked for at the next start, however large the file is', () => {
    const database = open()
    const notes: number[] = []
    database.onNotice(() => notes.push(database.notices.length))
    const code = 'SQLITE_CORRUPT_VTAB'
    expect(database.known(new Sqlite.SqliteError('malformed', code))).toMatchObject({ code: 'DB_CORRUPT' })
    database.transaction(() => say(database, 'Ada'))
    expect(database.notices).toMatchObject([{ code: 'DB_CORRUPT' }])
    expect(notes).toEqual([1])
    expect(existsSync(`${file}.check`)).toBe(true)
    database.close()
    opened.length = 0
    expect(open().notices).toEqual([])
    expect(existsSync(`${file}.check`)).toBe(false)
  })
})

describe('4.13: what cannot be written', () => {
  test('4.13: a path that is no folder is DATA_FOLDER_UNUSABLE', () => {
    writeFileSync(join(folder, 'a-file'), '')
    expect(refusal(() => openDatabase(join(folder, 'a-file', 'spora.db')))).toMatchObject({
      code: 'DATA_FOLDER_UNUSABLE',
      message: expect.stringContaining('--data'),
    })
  })

  test('4.13: a folder where the file should be is DATA_FOLDER_UNUSABLE', () => {
    mkdirSync(file)
    expect(refusal(() => openDatabase(file))).toMatchObject({ code: 'DATA_FOLDER_UNUSABLE' })
    expect(existsSync(file)).toBe(true)
  })

  test.skipIf(process.platform === 'win32')(
    'B359: a read-only file is DB_READ_ONLY, a read-only folder is refused too',
    () => {
      filled()
      chmodSync(folder, 0o755)
      chmodSync(file, 0o444)
      expect(refusal(() => asNobody(() => openDatabase(file)))).toMatchObject({ code: 'DB_READ_ONLY' })
      chmodSync(folder, 0o555)
      const error = refusal(() => asNobody(() => openDatabase(join(folder, 'new.db'))))
      expect(error).toMatchObject({ code: 'DATA_FOLDER_UNUSABLE' })
      chmodSync(folder, 0o755)
    },
  )

  test('B359: a full disk says so and keeps what was there', () => {
    const database = open()
    const pages = database.sqlite.pragma('page_count', { simple: true }) as number
    database.sqlite.pragma(`max_page_count = ${pages + 2}`)
    const insert = database.sqlite.prepare("INSERT INTO users (name, created_at) VALUES (?, 't')")
    const error = refusal(() => database.transaction(() => insert.run('x'.repeat(100_000))))
    expect(error).toMatchObject({ code: 'DB_FULL', message: expect.stringContaining('Free some space') })
    expect(database.sqlite.inTransaction).toBe(false)
    database.transaction(() => insert.run('small'))
    expect(database.sqlite.prepare('SELECT count(*) FROM users').pluck().get()).toBe(2)
  })
})

describe('4.13: updates', () => {
  const next = [
    ...migrations,
    "CREATE TABLE later (id INTEGER PRIMARY KEY) STRICT; INSERT INTO later VALUES (1); UPDATE users SET name = 'Updated' WHERE id = 1;",
  ]

  test('B356: an older file is backed up, then updated', () => {
    filled()
    const { sqlite } = open(file, { migrations: next })
    expect(sqlite.pragma('user_version', { simple: true })).toBe(next.length)
    expect(sqlite.pragma('foreign_keys', { simple: true })).toBe(1)
    const [backup = ''] = readdirSync(join(folder, 'backups'))
    expect(backup).toMatch(new RegExp(`^before-update-from-${migrations.length}-.*\\.db$`))
    const copy = new Sqlite(join(folder, 'backups', backup), { readonly: true })
    expect(copy.pragma('user_version', { simple: true })).toBe(migrations.length)
    expect(copy.prepare('SELECT count(*) FROM users').pluck().get()).toBe(501)
    copy.close()
  })

  test('R8: a step that fails changes nothing', () => {
    filled()
    expect(() =>
      openDatabase(file, { migrations: [...migrations, 'CREATE TABLE later (a TEXT) STRICT; nonsense;'] }),
    ).toThrow()
    expect(open().sqlite.prepare('SELECT count(*) FROM users').pluck().get()).toBe(501)
  })

  test('R8: a step that would leave rows pointing nowhere changes nothing', () => {
    filled()
    expect(
      refusal(() => openDatabase(file, { migrations: [...migrations, 'DELETE FROM users WHERE id = 1;'] })).message,
    ).toContain('point nowhere')
    expect(open().sqlite.prepare('SELECT count(*) FROM users').pluck().get()).toBe(501)
  })

  test('R8: a file of a newer version is shown and left as it is', () => {
    filled()
    openDatabase(file, { migrations: next }).close()
    const before = contentOf(file)
    const database = open()
    expect(database.notices).toMatchObject([{ code: 'DB_NEWER', message: expect.stringContaining('newer version') }])
    expect(database.sqlite.prepare('SELECT name FROM users WHERE id = 1').pluck().get()).toBe('Updated')
    const rename = () => database.sqlite.exec("UPDATE users SET name = 'Lost'")
    for (const refused of [() => database.transaction(rename), () => thrownAs(database, rename)])
      expect(refusal(refused)).toMatchObject({
        code: 'DB_NEWER',
        message: expect.stringMatching(/^Nothing was changed: .*newer version.*Settings → Data/),
      })
    expect(database.transaction(() => database.sqlite.prepare('SELECT count(*) FROM users').pluck().get())).toBe(501)
    expect(database.notices).toHaveLength(1)
    database.close()
    expect(contentOf(file)).toEqual(before)
  })

  test('R8: a newer file that this version cannot read is refused and left as it is', () => {
    filled()
    openDatabase(file, { migrations: [...migrations, 'ALTER TABLE agents RENAME COLUMN name TO title;'] }).close()
    const before = readFileSync(file)
    expect(refusal(() => openDatabase(file))).toMatchObject({ code: 'DB_NEWER' })
    expect(hash(readFileSync(file))).toBe(hash(before))
  })
})

/** What the window is told of a write outside of transactions. */
function thrownAs(database: Database, write: () => unknown): void {
  try {
    write()
  } catch (error) {
    throw database.known(error)
  }
}

describe('R8, R1: processes that die', () => {
  /** Runs SQL in another process that then dies without closing anything. */
  function dieAfter(sql: string): void {
    const code = `const D = require('better-sqlite3'); const d = new D(process.argv[1]);
      d.pragma('locking_mode = EXCLUSIVE'); d.pragma('journal_mode = WAL'); d.exec(process.argv[2]);
      process.kill(process.pid, 'SIGKILL')`
    spawnSync(process.execPath, ['-e', code, file, sql], { cwd: root })
  }

  test('R8: killed in the middle of an update, the file has the old form; the next start updates it', () => {
    filled()
    dieAfter('BEGIN IMMEDIATE; CREATE TABLE later (id INTEGER PRIMARY KEY) STRICT; PRAGMA user_version = 2')
    const { sqlite, notices } = open()
    expect(notices).toEqual([])
    expect(sqlite.prepare("SELECT count(*) FROM sqlite_schema WHERE name = 'later'").pluck().get()).toBe(0)
    expect(sqlite.prepare('SELECT count(*) FROM users').pluck().get()).toBe(501)
  })

  test('R1: what was committed before a kill is there', () => {
    filled()
    dieAfter("INSERT INTO users (name, created_at) VALUES ('last words', 't')")
    expect(statSync(`${file}-wal`).size).toBeGreaterThan(0)
    expect(open().sqlite.prepare("SELECT count(*) FROM users WHERE name = 'last words'").pluck().get()).toBe(1)
  })

  test('4.13: another process holds the folder until it dies', async () => {
    filled()
    const code = `const D = require('better-sqlite3'); const d = new D(process.argv[1]);
      d.pragma('locking_mode = EXCLUSIVE'); d.exec('BEGIN IMMEDIATE; COMMIT'); console.log('locked'); setInterval(() => {}, 1000)`
    const holder: ChildProcess = spawn(process.execPath, ['-e', code, file], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await new Promise(resolve => holder.stdout?.once('data', resolve))
    expect(refusal(() => openDatabase(file, { waitMs: 50 }))).toMatchObject({ code: 'DATA_FOLDER_IN_USE' })
    const ended = new Promise(resolve => holder.once('exit', resolve))
    holder.kill('SIGKILL')
    await ended
    expect(open().sqlite.prepare('SELECT count(*) FROM users').pluck().get()).toBe(501)
  })
})
