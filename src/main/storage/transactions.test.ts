import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { loops } from '../../../test/loops.ts'
import { Transactions } from './transactions.ts'

let folder: string
let sqlite: Sqlite.Database
let other: Sqlite.Database
let writer: Transactions
let commits: number
let refuse: Error | null

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'spora-writer-'))
  sqlite = new Sqlite(join(folder, 'test.db'))
  sqlite.pragma('journal_mode = WAL')
  sqlite.exec('CREATE TABLE facts (n INTEGER PRIMARY KEY CHECK (n < 1000)) STRICT')
  other = new Sqlite(join(folder, 'test.db'), { readonly: true })
  commits = 0
  refuse = null
  writer = new Transactions(sqlite, {
    begin() {
      if (refuse) throw refuse
    },
    failed: error => error,
    committed: () => commits++,
  })
})

afterEach(() => {
  other.close()
  sqlite.close()
  rmSync(folder, { recursive: true })
})

const add = (n: number) => () => sqlite.prepare('INSERT INTO facts VALUES (?)').run(n)
/** What another process finds on the disk. */
const onDisk = () => other.prepare('SELECT n FROM facts ORDER BY n').pluck().all()
const round = () => new Promise(resolve => setImmediate(resolve))

test('J3: what is written in one round of the event loop is one commit, and not on the disk before it', async () => {
  const first = writer.grouped(add(1))
  await Promise.resolve()
  const second = writer.grouped(add(2))
  expect(onDisk()).toEqual([])
  await Promise.all([first.durable, second.durable])
  expect(onDisk()).toEqual([1, 2])
  expect(commits).toBe(1)
})

test('J3: a transaction takes along what waits, and is durable when it returns', () => {
  writer.grouped(add(1))
  writer.transaction(add(2))
  expect(onDisk()).toEqual([1, 2])
  expect(commits).toBe(1)
})

test('J3: `flush` makes durable what waits, and is nothing without it', async () => {
  const { durable } = writer.grouped(add(1))
  writer.flush()
  expect(onDisk()).toEqual([1])
  await durable
  writer.flush()
  expect(commits).toBe(1)
})

test('J1: what fails is undone alone; what was written before it in the same commit stays', async () => {
  const done: string[] = []
  const { durable } = writer.grouped(() => {
    add(1)()
    writer.afterCommit(() => done.push('one'))
  })
  const failing = () => {
    add(2)()
    writer.afterCommit(() => done.push('two'))
    throw new Error('no')
  }
  expect(() => writer.grouped(failing)).toThrow('no')
  expect(() => writer.transaction(failing)).toThrow('no')
  writer.grouped(add(3))
  expect(done).toEqual([])
  await durable
  expect(onDisk()).toEqual([1, 3])
  expect(done).toEqual(['one'])
})

test('R14: a commit that fails tells everybody who waits for it, and nothing of it is there', async () => {
  sqlite.pragma('foreign_keys = ON')
  sqlite.exec('CREATE TABLE later (n INTEGER REFERENCES facts (n) DEFERRABLE INITIALLY DEFERRED) STRICT')
  const one = writer.grouped(add(1))
  const two = writer.grouped(() => sqlite.exec('INSERT INTO later VALUES (7)')) // only the commit finds out
  await expect(one.durable).rejects.toThrow('FOREIGN KEY')
  await expect(two.durable).rejects.toThrow('FOREIGN KEY')
  expect(sqlite.inTransaction).toBe(false)
  await writer.grouped(add(2)).durable
  expect(onDisk()).toEqual([2])
  expect(() => {
    writer.grouped(add(3))
    writer.transaction(() => sqlite.exec('INSERT INTO later VALUES (7)'))
  }).toThrow('FOREIGN KEY')
  expect(onDisk()).toEqual([2])
})

test('R14: nothing is begun where nothing may be written', () => {
  refuse = new Error('the folder is gone')
  expect(() => writer.grouped(add(1))).toThrow('the folder is gone')
  expect(() => writer.transaction(add(1))).toThrow('the folder is gone')
  expect(sqlite.inTransaction).toBe(false)
})

test('a group inside a transaction, and a transaction that waits, are refused', () => {
  expect(() => writer.transaction(() => writer.grouped(add(1)))).toThrow(TypeError)
  expect(() => writer.transaction(async () => add(1)())).toThrow('cannot wait')
  expect(sqlite.inTransaction).toBe(false)
  expect(onDisk()).toEqual([])
})

test('J1, J3: whatever is written in whatever order, the disk has all that was said to be durable and nothing that failed', async () => {
  const step = fc.record({
    how: fc.constantFrom('grouped', 'transaction', 'nested', 'flush', 'round'),
    fails: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async steps => {
      sqlite.exec('DELETE FROM facts')
      const written: number[] = []
      let next = 0
      const pending: Promise<void>[] = []
      for (const { how, fails } of steps) {
        const n = next++
        const work = () => {
          add(n)()
          if (fails) throw new Error('no')
        }
        try {
          if (how === 'grouped') pending.push(writer.grouped(work).durable)
          else if (how === 'transaction') writer.transaction(work)
          else if (how === 'nested')
            writer.transaction(() => {
              add(n + 500)()
              try {
                writer.transaction(work)
              } catch {}
            })
          else if (how === 'flush') writer.flush()
          else await round()
          if (how === 'nested') written.push(n + 500)
          if (!fails && (how === 'grouped' || how === 'transaction' || how === 'nested')) written.push(n)
        } catch {}
        if (how === 'transaction' && !fails) expect(onDisk()).toEqual(written.toSorted((a, b) => a - b))
      }
      await Promise.all(pending)
      writer.flush()
      expect(onDisk()).toEqual(written.toSorted((a, b) => a - b))
    }),
    { numRuns: loops(1_000) },
  )
})
