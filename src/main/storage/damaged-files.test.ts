import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import Sqlite from 'better-sqlite3'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { randomOf } from '../../../test/durability/random.ts'
import { loops } from '../../../test/loops.ts'
import type { SporaError } from '../../shared/spora-error.ts'
import { openDatabase } from './open-database.ts'

const PEOPLE = 501
const PAGE = 4096

let folder: string
let file: string
let good: Buffer
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'spora-damaged-'))
  file = join(folder, 'spora.db')
  good = filled()
})
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'spora-damaged-'))
  file = join(folder, 'spora.db')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** A database with enough rows to have many pages, properly closed. */
function filled(): Buffer {
  const database = openDatabase(file)
  const insert = database.sqlite.prepare("INSERT INTO users (name, created_at) VALUES (?, '2026-01-01T00:00:00.000Z')")
  database.transaction(() => {
    for (let row = 1; row < PEOPLE; row++) insert.run(`Person ${row} `.repeat(20))
  })
  database.close()
  const bytes = readFileSync(file)
  rmSync(folder, { recursive: true })
  return bytes
}

const changed = (change: (bytes: Buffer) => void): Buffer => {
  const bytes = Buffer.from(good)
  change(bytes)
  return bytes
}
const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** Files of another program, or of this one changed by another. */
function withSqlite(start: Buffer | null, sql: string): Buffer {
  if (start) writeFileSync(file, start)
  const sqlite = new Sqlite(file)
  sqlite.exec(sql)
  sqlite.close()
  const bytes = readFileSync(file)
  rmSync(file)
  return bytes
}

type Outcome = 'kept' | 'sound' | 'lost' | SporaError['code']

interface Found {
  readonly outcome: Outcome
  readonly notices: readonly string[]
}

/** Opens what is there as the app does. */
function found(): Found {
  try {
    const database = openDatabase(file, { waitMs: 50 })
    const people = database.sqlite.prepare('SELECT count(*) FROM users').pluck().get()
    const notices = database.notices.map(({ code }) => code)
    database.close()
    return { outcome: notices.length > 0 ? 'kept' : people === PEOPLE ? 'sound' : 'lost', notices }
  } catch (error) {
    return { outcome: (error as SporaError).code, notices: [] }
  }
}

const keptFiles = () => readdirSync(folder).filter(name => /^spora\.db\.[a-z-]+-\d{4}-.*Z$/.test(name))

const FILES: readonly [string, () => Buffer, Outcome, string?][] = [
  ['B351: nothing in it', () => Buffer.alloc(0), 'kept', 'DB_NOT_A_DATABASE'],
  ['B351: one byte', () => Buffer.from('S'), 'kept', 'DB_NOT_A_DATABASE'],
  ['B351: a text', () => Buffer.from('Dear diary, '.repeat(1000)), 'kept', 'DB_NOT_A_DATABASE'],
  [
    'B351: a picture',
    () => Buffer.from([0xff, 0xd8, 0xff, 0xe0, ...new Array(9000).fill(7)]),
    'kept',
    'DB_NOT_A_DATABASE',
  ],
  ['B351: zeros', () => Buffer.alloc(65_536), 'kept', 'DB_NOT_A_DATABASE'],
  ['B351: a compressed copy', () => gzipSync(good), 'kept', 'DB_NOT_A_DATABASE'],
  ['B351: only the header', () => good.subarray(0, 100), 'kept'],
  ['B351: the header and noise', () => changed(bytes => bytes.fill(0xa7, 100)), 'kept'],
  [
    'B351: a header of the wrong kind',
    () => changed(bytes => bytes.write('SQLite format 4', 0)),
    'kept',
    'DB_NOT_A_DATABASE',
  ],
  ['B352: the first page overwritten', () => changed(bytes => bytes.fill(0, 100, PAGE)), 'kept', 'DB_CORRUPT'],
  [
    'B352: a page in the middle overwritten',
    () => changed(bytes => bytes.fill(0x5a, good.length - 3 * PAGE, good.length - 2 * PAGE)),
    'kept',
    'DB_CORRUPT',
  ],
  [
    'B352: the last page overwritten',
    () => changed(bytes => bytes.fill(0xff, good.length - PAGE)),
    'kept',
    'DB_CORRUPT',
  ],
  [
    'B352: two pages swapped',
    () => changed(bytes => bytes.copy(bytes, 5 * PAGE, good.length - 2 * PAGE, good.length - PAGE)),
    'kept',
    'DB_CORRUPT',
  ],
  ['B352: a page size that is none', () => changed(bytes => bytes.writeUInt16BE(12_345, 16)), 'kept'],
  ['B353: half of it', () => good.subarray(0, Math.floor(good.length / 2 / PAGE) * PAGE), 'kept', 'DB_CORRUPT'],
  ['B353: the last page missing', () => good.subarray(0, good.length - PAGE), 'kept', 'DB_CORRUPT'],
  ['B353: cut in the middle of a page', () => good.subarray(0, good.length - PAGE - 77), 'kept', 'DB_CORRUPT'],
  ['B353: the first page alone', () => good.subarray(0, PAGE), 'kept', 'DB_CORRUPT'],
  [
    'B357: another program’s database',
    () => withSqlite(null, "CREATE TABLE songs (title); INSERT INTO songs VALUES ('x')"),
    'kept',
    'DB_FOREIGN',
  ],
  [
    'B357: ours under another program’s mark',
    () => withSqlite(good, 'PRAGMA application_id = 7'),
    'kept',
    'DB_FOREIGN',
  ],
  [
    'B358: a trigger nobody made',
    () => withSqlite(good, 'CREATE TRIGGER sly AFTER INSERT ON users BEGIN DELETE FROM agents; END'),
    'DB_SCHEMA_UNEXPECTED',
  ],
  [
    'B358: a view nobody made',
    () => withSqlite(good, 'CREATE VIEW sly AS SELECT * FROM decisions'),
    'DB_SCHEMA_UNEXPECTED',
  ],
  [
    'B358: a virtual table nobody made',
    () => withSqlite(good, 'CREATE VIRTUAL TABLE sly USING fts5(text)'),
    'DB_SCHEMA_UNEXPECTED',
  ],
  ['R8: a version that is not known yet', () => withSqlite(good, 'PRAGMA user_version = 999'), 'DB_NEWER'],
]

let opened = 0
test.each(FILES)('T-DB-01, %s', (_what, bytesOf, outcome, code) => {
  const bytes = bytesOf()
  writeFileSync(file, bytes)
  const first = found()
  expect(first.outcome).toBe(outcome)
  if (code) expect(first.notices).toEqual([code])
  // Whatever it was, its bytes are there: under a dated name beside a working database, or where they were.
  const [kept] = keptFiles()
  expect(keptFiles()).toHaveLength(outcome === 'kept' ? 1 : 0)
  expect(hash(readFileSync(kept ? join(folder, kept) : file))).toBe(hash(bytes))
  // The second start says the same and keeps nothing twice.
  expect(found()).toEqual(first)
  expect(keptFiles()).toHaveLength(outcome === 'kept' ? 1 : 0)
  opened++
})
afterAll(() => console.log(`T-DB-01: ${opened} of ${FILES.length} damaged files, 0 bytes lost`))

test.each<[string, () => void]>([
  ['B354: a log of another database', () => writeFileSync(`${file}-wal`, Buffer.alloc(20_000, 0x37))],
  ['B354: no log, and garbage for its index', () => writeFileSync(`${file}-shm`, 'garbage')],
  ['B354: a log that is empty', () => writeFileSync(`${file}-wal`, '')],
])('%s is ignored', (_what, damage) => {
  writeFileSync(file, good)
  damage()
  expect(found().outcome).toBe('sound')
})

test('B354: of a log that was cut off everything up to its last whole transaction counts', () => {
  writeFileSync(file, good)
  const writer = new Sqlite(file)
  writer.pragma('locking_mode = EXCLUSIVE')
  writer.pragma('journal_mode = WAL')
  writer.pragma('wal_autocheckpoint = 0')
  for (let row = 0; row < 3; row++) writer.exec("INSERT INTO users (name, created_at) VALUES ('late', 't')")
  const wal = readFileSync(`${file}-wal`)
  const main = readFileSync(file)
  writer.close()
  writeFileSync(file, main)
  writeFileSync(`${file}-wal`, wal)
  truncateSync(`${file}-wal`, wal.length - 100)
  const database = openDatabase(file)
  expect(database.notices).toEqual([])
  expect(database.sqlite.prepare("SELECT count(*) FROM users WHERE name = 'late'").pluck().get()).toBe(2)
  database.close()
})

test('T-DB-01: random damage ends in a sound database, a kept file or a refusal, never in a silent new profile', {
  timeout: 300_000,
}, () => {
  const seed = 20_260_101
  const random = randomOf(seed)
  const outcomes = new Map<string, number>()
  for (let round = 0; round < loops(500); round++) {
    const bad = changed(bytes => {
      for (let flips = 0; flips <= random(3); flips++) {
        const at = random(bytes.length)
        bytes[at] = (bytes[at] ?? 0) ^ (1 << random(8))
      }
    })
    const bytes = random(4) === 0 ? bad.subarray(0, random(bad.length)) : bad
    writeFileSync(file, bytes)
    const { outcome } = found()
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
    expect(
      ['kept', 'sound', 'DB_SCHEMA_UNEXPECTED', 'DB_NEWER', 'DB_CORRUPT'],
      `seed ${seed}, round ${round}`,
    ).toContain(outcome)
    const [kept] = keptFiles()
    if (outcome === 'kept') expect(hash(readFileSync(join(folder, kept ?? '')))).toBe(hash(Buffer.from(bytes)))
    for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true })
  }
  const counted = [...outcomes].map(([outcome, count]) => `${count} ${outcome}`).join(', ')
  console.log(`T-DB-01: ${loops(500)} random mutations (seed ${seed}): ${counted}`)
})
