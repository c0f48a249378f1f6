import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { newId } from './new-id.ts'
import { type Database, openDatabase } from './open-database.ts'
import { users } from './schema.ts'

let folder: string
let database: Database
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'spora-storage-'))
  database = openDatabase(join(folder, 'spora.db'))
})
afterEach(() => {
  database.close()
  rmSync(folder, { recursive: true, force: true })
})

const add = (name: string) => database.orm.insert(users).values({ name, createdAt: 't' }).run()
const names = () =>
  database.orm
    .select()
    .from(users)
    .all()
    .map(user => user.name)

test('4.13: a transaction is all or nothing', () => {
  expect(() =>
    database.transaction(() => {
      add('a')
      throw new Error('no')
    }),
  ).toThrow('no')
  expect(names()).toEqual(['You'])
})

test('4.13: a transaction inside another is a part of it and can be undone alone', () => {
  database.transaction(() => {
    add('outer')
    expect(() =>
      database.transaction(() => {
        add('inner')
        throw new Error('no')
      }),
    ).toThrow('no')
    database.transaction(() => add('second'))
  })
  expect(names()).toEqual(['You', 'outer', 'second'])
})

test('4.13: a transaction refuses work that waits, and keeps none of it', () => {
  expect(() =>
    database.transaction(async () => {
      add('a')
    }),
  ).toThrow('cannot wait')
  expect(names()).toEqual(['You'])
  expect(database.sqlite.inTransaction).toBe(false)
})

test('J3: what is to be said after the commit is said after the outermost one, and not for what was undone', () => {
  const said: string[] = []
  const say = (text: string) => database.afterCommit(() => said.push(`${text} (${names().length})`))
  database.transaction(() => {
    say('outer')
    try {
      database.transaction(() => {
        say('undone')
        throw new Error('no')
      })
    } catch {}
    database.transaction(() => {
      add('a')
      say('inner')
    })
    expect(said).toEqual([])
  })
  say('alone')
  expect(said).toEqual(['outer (2)', 'inner (2)', 'alone (2)'])
})

test('4.13: ids sort by the time they were made and never repeat', () => {
  const ids = Array.from({ length: 1000 }, newId)
  expect(new Set(ids).size).toBe(1000)
  expect([...ids].sort()).toEqual(ids)
})
