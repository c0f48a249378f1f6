import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { LastWritten } from './last-written.ts'
import { type Database, openDatabase } from './open-database.ts'

let folder: string
let database: Database
let written: LastWritten<string, number>
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'spora-written-'))
  database = openDatabase(join(folder, 'spora.db'))
  written = new LastWritten(database, 3)
})
afterEach(() => {
  database.close()
  rmSync(folder, { recursive: true })
})

const undone = (work: () => void) =>
  expect(() =>
    database.transaction(() => {
      work()
      throw new Error('no')
    }),
  ).toThrow('no')

test('C6: what is written is known at once, inside its transaction too, and forgotten when that is undone', () => {
  written.set('outside', 1)
  database.transaction(() => {
    written.set('kept', 2)
    expect(written.get('kept')).toBe(2)
  })
  expect([written.get('outside'), written.get('kept')]).toEqual([1, 2])
  undone(() => written.set('kept', 3))
  expect([written.get('outside'), written.get('kept')]).toEqual([undefined, undefined])
})

test('C6: so it is when only a part is undone, in a group or inside another transaction', async () => {
  const { durable } = database.grouped(() => written.set('first', 1))
  undone(() => written.set('second', 2))
  expect([written.get('first'), written.get('second')]).toEqual([undefined, undefined])
  await durable
  database.transaction(() => {
    written.set('before', 3)
    undone(() => written.set('inner', 4))
    written.set('after', 5)
  })
  expect([written.get('before'), written.get('inner'), written.get('after')]).toEqual([undefined, undefined, 5])
})

test('C6: a group that cannot be stored is forgotten as a whole', async () => {
  const { durable } = database.grouped(() => {
    written.set('lost', 1)
    database.sqlite.pragma('defer_foreign_keys = ON')
    database.sqlite.exec(
      "INSERT INTO task_history (task_id, sequence, step, role, content, reasoning, created_at) VALUES (77, 1, 1, 'user', '', '', 0)",
    )
  })
  expect(written.get('lost')).toBe(1)
  await expect(durable).rejects.toThrow()
  expect(written.get('lost')).toBeUndefined()
})
