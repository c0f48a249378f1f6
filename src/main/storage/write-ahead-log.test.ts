import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { markClosing } from './lost-log.ts'
import { openDatabase } from './open-database.ts'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'spora-log-'))
  file = join(folder, 'spora.db')
  openDatabase(file).close()
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test.each<[string, () => void]>([
  ['B354: no log, and garbage for its index', () => writeFileSync(`${file}-shm`, 'garbage')],
  ['B354: a log that is empty', () => writeFileSync(`${file}-wal`, '')],
])('%s is ignored', (_what, damage) => {
  damage()
  const database = openDatabase(file)
  expect(database.notices).toEqual([])
  database.close()
})

const foreign = Buffer.alloc(20_000, 0x37)
const headless = (bytes: Buffer) => Buffer.concat([Buffer.from([bytes.readUInt8(0) ^ 1]), bytes.subarray(1)])

test.each<[string, (own: Buffer) => Buffer]>([
  ['bytes of something else', () => foreign],
  ['too short', own => own.subarray(0, 20)],
  ['one whose mark is damaged', headless],
  ['one whose header is damaged behind the mark', own => own.fill(own.readUInt8(17) ^ 1, 17, 18)],
])(
  'B354: a log that is none of this database, %s, is not read; it says so once and the bytes are kept',
  (_what, damage) => {
    const left = diedWith('Ada')
    const bytes = damage(readFileSync(`${left}-wal`))
    writeFileSync(`${left}-wal`, bytes)
    const database = openDatabase(left)
    expect(database.notices).toMatchObject([
      {
        code: 'DB_CORRUPT',
        message: expect.stringMatching(/spora\.db-wal is no log of this database.*may be missing/),
      },
    ])
    expect(database.sqlite.prepare('SELECT name FROM users').pluck().all()).toEqual(['You'])
    expect(database.sqlite.pragma('quick_check', { simple: true })).toBe('ok')
    const kept = readdirSync(dirname(left)).filter(name => name.includes('-wal.unreadable-'))
    expect(kept.map(name => readFileSync(join(dirname(left), name)))).toEqual([bytes])
    database.close()
    const again = openDatabase(left)
    expect(again.notices).toEqual([])
    again.close()
  },
)

test.each([0, 500])('B354: a whole log of another database beside one of %i more people loses nothing unseen', more => {
  const own = openDatabase(file)
  const add = own.sqlite.prepare("INSERT INTO users (name, created_at) VALUES ('Ada', ?)")
  own.transaction(() => {
    for (let person = 0; person <= more; person++) add.run('t'.repeat(50))
  })
  own.close()
  mkdirSync(join(folder, 'another'))
  const another = openDatabase(join(folder, 'another/spora.db'))
  another.sqlite.prepare("INSERT INTO users (name, created_at) VALUES ('Eve', 't')").run()
  const log = readFileSync(join(folder, 'another/spora.db-wal'))
  another.close()
  writeFileSync(`${file}-wal`, log)
  const bytes = readFileSync(file)
  const database = openDatabase(file)
  // Either it fits, and it is said that it may not be ours; or it does not, and what is there now is said to be another.
  expect(database.notices).toMatchObject([
    {
      code: 'DB_CORRUPT',
      message: expect.stringMatching(/may be the log of another database|could not be used: it was damaged/),
    },
  ])
  expect(database.sqlite.pragma('integrity_check', { simple: true })).toBe('ok')
  database.close()
  const kept = readdirSync(folder).filter(name => /\.(before-log|corrupt)-[\dT.-]+Z(-wal)?$/.test(name))
  expect(kept.sort().map(name => readFileSync(join(folder, name)))).toEqual([bytes, log])
  // The kept file, put in its place as the sentence says, has everything.
  copyFileSync(join(folder, kept[0] ?? ''), file)
  const back = openDatabase(file)
  expect(back.sqlite.prepare("SELECT count(*) FROM users WHERE name = 'Ada'").pluck().get()).toBe(more + 1)
  back.close()
})

test('B354: a log that another process is about to write is left alone, and nothing is kept of it', () => {
  const database = openDatabase(file)
  database.sqlite.prepare("INSERT INTO users (name, created_at) VALUES ('Ada', 't')").run()
  const before = readdirSync(folder).sort()
  const wal = readFileSync(`${file}-wal`)
  writeFileSync(`${file}-wal`, headless(wal))
  expect(() => openDatabase(file, { waitMs: 1 })).toThrow()
  expect(readFileSync(`${file}-wal`)).toEqual(headless(wal))
  expect(readdirSync(folder).sort()).toEqual(before)
  writeFileSync(`${file}-wal`, wal)
  database.close()
})

test('B354: of a log that was cut off everything up to its last whole transaction counts', () => {
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
  writeFileSync(`${file}.open`, '')
  const database = openDatabase(file)
  expect(database.notices).toEqual([])
  expect(database.sqlite.prepare("SELECT count(*) FROM users WHERE name = 'late'").pluck().get()).toBe(2)
  database.close()
})

/** The folder as a process leaves it that dies with the database open: copied while it is. */
function diedWith(name: string): string {
  const left = join(folder, 'left')
  mkdirSync(left)
  const database = openDatabase(file)
  database.sqlite.prepare("INSERT INTO users (name, created_at) VALUES (?, 't')").run(name)
  for (const part of ['', '-wal', '.open']) copyFileSync(file + part, join(left, `spora.db${part}`))
  database.close()
  return join(left, 'spora.db')
}

test('B354: a log that was taken away after a sudden end is missed, once, and what was in the file is there', () => {
  const left = diedWith('Ada')
  rmSync(`${left}-wal`)
  const database = openDatabase(left)
  expect(database.notices).toMatchObject([
    { code: 'DB_CORRUPT', message: expect.stringMatching(/spora\.db-wal was not there.*may be missing/) },
  ])
  expect(database.sqlite.prepare('SELECT name FROM users').pluck().all()).toEqual(['You'])
  database.close()
  const again = openDatabase(left)
  expect(again.notices).toEqual([])
  again.close()
})

test.each(['', '-wal'])('B354: an end in the middle of closing, with%s or without its log, is one in order', kept => {
  const database = openDatabase(file)
  database.sqlite.prepare("INSERT INTO users (name, created_at) VALUES ('Ada', 't')").run()
  markClosing(file)
  const left = join(folder, 'left')
  mkdirSync(left)
  if (kept === '') database.sqlite.pragma('wal_checkpoint(TRUNCATE)')
  for (const part of new Set(['', '.open', kept])) copyFileSync(file + part, join(left, `spora.db${part}`))
  database.close()
  const again = openDatabase(join(left, 'spora.db'))
  expect(again.notices).toEqual([])
  expect(again.sqlite.prepare('SELECT name FROM users').pluck().all()).toEqual(['You', 'Ada'])
  again.close()
  expect(readdirSync(left)).toEqual(['spora.db'])
})

test('B354: after a sudden end with its log, and after one in order, nothing is missed', () => {
  const left = diedWith('Ada')
  for (const expected of [
    ['You', 'Ada'],
    ['You', 'Ada'],
  ]) {
    const database = openDatabase(left)
    expect(database.notices).toEqual([])
    expect(database.sqlite.prepare('SELECT name FROM users').pluck().all()).toEqual(expected)
    database.close()
  }
  expect(readdirSync(dirname(left)).sort()).toEqual(['spora.db'])
})

test('B354: something else under the name of the mark keeps no database from opening or closing, and is left alone', () => {
  const other = `${file}.open`
  mkdirSync(join(other, 'inside'), { recursive: true })
  for (let time = 0; time < 2; time++) {
    const database = openDatabase(file)
    expect(database.notices).toEqual([])
    database.close()
  }
  expect(existsSync(join(other, 'inside'))).toBe(true)
})
