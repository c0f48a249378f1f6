import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterEach, beforeEach, expect, test } from 'vitest'
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
  ['B354: a log of another database', () => writeFileSync(`${file}-wal`, Buffer.alloc(20_000, 0x37))],
  ['B354: no log, and garbage for its index', () => writeFileSync(`${file}-shm`, 'garbage')],
  ['B354: a log that is empty', () => writeFileSync(`${file}-wal`, '')],
])('%s is ignored', (_what, damage) => {
  damage()
  const database = openDatabase(file)
  expect(database.notices).toEqual([])
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
  const database = openDatabase(file)
  expect(database.notices).toEqual([])
  expect(database.sqlite.prepare("SELECT count(*) FROM users WHERE name = 'late'").pluck().get()).toBe(2)
  database.close()
})
