import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Database } from './database.ts'
import { KeptValues } from './kept-values.ts'
import { openDatabase } from './open-database.ts'

let folder: string
let database: Database
let reads: number
let names: KeptValues<number, string | undefined>
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'spora-kept-'))
  database = openDatabase(join(folder, 'spora.db'))
  reads = 0
  const name = database.sqlite.prepare<[number], string>('SELECT name FROM users WHERE id = ?').pluck()
  names = new KeptValues({
    database,
    rows: [{ table: 'users', updatesOf: ['name'] }],
    read: id => {
      reads++
      return name.get(id)
    },
  })
  rename('Ada')
})
afterEach(() => {
  database.close()
  rmSync(folder, { recursive: true })
})

const rename = (name: string) => database.sqlite.prepare('UPDATE users SET name = ? WHERE id = 1').run(name)

test('C6: a value is read once until a row it is made of is written', () => {
  expect([names.get(1), names.get(1), names.get(2), names.get(2)]).toEqual(['Ada', 'Ada', undefined, undefined])
  expect(reads).toBe(2)
  database.sqlite.prepare("UPDATE users SET created_at = 'later' WHERE id = 1").run()
  expect([names.get(1), reads]).toEqual(['Ada', 2])
  rename('Bea')
  expect([names.get(1), names.get(1), reads]).toEqual(['Bea', 'Bea', 3])
})

test('C6: what a transaction writes is seen inside it and gone when it is undone', () => {
  expect(names.get(1)).toBe('Ada')
  expect(() =>
    database.transaction(() => {
      rename('Cleo')
      expect(names.get(1)).toBe('Cleo')
      throw new Error('undone')
    }),
  ).toThrow('undone')
  expect(names.get(1)).toBe('Ada')
  database.transaction(() => rename('Dora'))
  expect(names.get(1)).toBe('Dora')
})
