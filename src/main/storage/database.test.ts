import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { tryRoom } from './looking-again.ts'
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
const pageCount = () => database.sqlite.pragma('page_count', { simple: true })
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

test.skipIf(process.platform === 'win32')(
  'B366: when the folder is moved away while the app runs, nothing is saved and it says so until it is back',
  () => {
    const told: number[] = []
    database.onNotice(() => told.push(database.notices.length))
    renameSync(folder, `${folder}-away`)
    const refused = () => database.transaction(() => add('lost'))
    expect(refused).toThrow(/was moved or deleted while Spora runs, so nothing was saved/)
    expect(refused).toThrow()
    expect(existsSync(folder)).toBe(false)
    expect(database.notices).toMatchObject([{ code: 'DATA_FOLDER_UNUSABLE' }])
    renameSync(`${folder}-away`, folder)
    database.transaction(() => add('kept'))
    expect(names()).toEqual(['You', 'kept'])
    expect(database.notices).toEqual([])
    expect(told).toEqual([1, 0])
  },
)

test.skipIf(process.platform === 'win32')(
  'R14, B366: once saving works again the notice goes by itself, and nothing of the tries stays',
  async () => {
    database.close()
    database = openDatabase(join(folder, 'spora.db'), { lookAgainMs: 1 })
    const gone = new Promise<void>(resolve => {
      database.onNotice(() => database.notices.length === 0 && resolve())
    })
    const before = { names: names(), files: readdirSync(folder).sort(), pages: pageCount() }
    renameSync(folder, `${folder}-away`)
    expect(() => database.transaction(() => add('lost'))).toThrow('nothing was saved')
    // A folder in its place is not the place: it is tried there as well, and the notice stays.
    mkdirSync(folder)
    for (let round = 0; round < 20; round++) await sleep(1)
    expect(database.notices).toMatchObject([{ code: 'DATA_FOLDER_UNUSABLE' }])
    rmSync(folder, { recursive: true })
    renameSync(`${folder}-away`, folder)
    await gone
    expect({ names: names(), files: readdirSync(folder).sort(), pages: pageCount() }).toEqual(before)
  },
)

test('R14: a file of some size is what tells whether there is room; it leaves nothing, also when there is none', () => {
  const files = readdirSync(folder)
  tryRoom(folder)
  expect(readdirSync(folder)).toEqual(files)
  expect(() => tryRoom(join(folder, 'no such folder'))).toThrow()
})

test('B359, R14: a write that finds no room says that nothing was saved, until one works again', () => {
  const pages = database.sqlite.pragma('page_count', { simple: true }) as number
  database.sqlite.pragma(`max_page_count = ${pages + 1}`)
  expect(() => database.transaction(() => add('x'.repeat(100_000)))).toThrow('nothing was saved')
  expect(database.notices).toMatchObject([{ code: 'DB_FULL' }])
  database.sqlite.pragma('max_page_count = 1000000')
  database.transaction(() => add('small'))
  expect(database.notices).toEqual([])
  expect(names()).toEqual(['You', 'small'])
})
