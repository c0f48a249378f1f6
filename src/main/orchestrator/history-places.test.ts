import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { loops } from '../../../test/loops.ts'
import { type Database, openDatabase } from '../storage/open-database.ts'
import { createAgent } from '../storage/testing/create-agent.ts'
import type { CallRow } from './call-store.ts'
import { Journal } from './journal.ts'
import { callRow } from './testing/call-row.ts'

let folder: string
let database: Database
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'spora-history-'))
  database = openDatabase(join(folder, 'spora.db'))
  createAgent(database)
})
afterEach(() => {
  database.close()
  rmSync(folder, { recursive: true })
})

const newTask = (journal: Journal) =>
  journal.tasks.insert({ agentId: 1, runnerUserId: 1, title: 't', userPrompt: 'p', maxSteps: 10 }).id

/** A chat written by `journal`, which is asked for anew before each write. */
class Chat {
  readonly #open: CallRow[] = []
  #step = 0

  constructor(
    readonly taskId: number,
    readonly journal: () => Journal,
  ) {}

  turn(calls: number): void {
    if (this.#open.length > 0) return
    const journal = this.journal()
    const { taskId } = this
    const step = ++this.#step
    journal.transaction(() => {
      journal.history.appendTurn({ taskId, step, role: 'assistant', content: `turn ${step}` })
      for (let ordinal = 0; ordinal < calls; ordinal++) {
        const call = callRow({ taskId, step, ordinal, state: 'started' })
        journal.calls.insert(call)
        this.#open.push(call)
      }
    })
  }

  result(which: number): void {
    const [call] = this.#open.splice(which % Math.max(1, this.#open.length), 1)
    if (call) this.journal().history.appendResult(call, `result ${call.step}.${call.ordinal}`)
  }

  say(role: 'user' | 'notice'): void {
    this.journal().history.append({ taskId: this.taskId, step: this.#step, role, content: role })
  }

  /** A turn that is undone with everything else of its transaction. */
  undone(): void {
    if (this.#open.length > 0) return
    const journal = this.journal()
    const row = { taskId: this.taskId, step: 99, role: 'assistant', content: 'undone' } as const
    expect(() =>
      journal.transaction(() => {
        journal.history.appendTurn(row)
        throw new Error('undone')
      }),
    ).toThrow('undone')
  }

  get rows(): string[] {
    return this.journal()
      .history.ofTask(this.taskId)
      .map(({ sequence, content }) => `${sequence} ${content}`)
  }
}

const anyWrite = fc.oneof(
  fc.nat(3).map(calls => (chat: Chat) => chat.turn(calls)),
  fc.nat(9).map(which => (chat: Chat) => chat.result(which)),
  fc.constantFrom('user' as const, 'notice' as const).map(role => (chat: Chat) => chat.say(role)),
  fc.constant((chat: Chat) => chat.undone()),
)

test('T8: any writes stand in the places that a look into the database gives, committed one by one, together or in groups', () => {
  const kept = new Journal(database)
  const how = fc.constantFrom('each', 'together', 'group' as const)
  fc.assert(
    fc.property(fc.array(fc.tuple(how, fc.array(anyWrite, { maxLength: 6 })), { maxLength: 6 }), parts => {
      const remembering = new Chat(newTask(kept), () => kept)
      const looking = new Chat(newTask(kept), () => new Journal(database))
      for (const [way, writes] of parts)
        for (const chat of [remembering, looking]) {
          const all = () => {
            for (const write of writes) write(chat)
          }
          if (way === 'together') kept.transaction(all)
          else if (way === 'group') kept.grouped(all)
          else all()
        }
      database.flush()
      expect(remembering.rows).toEqual(looking.rows)
    }),
    { numRuns: loops(300) },
  )
})

test('a chat that gets the number of a removed one begins at its own beginning', () => {
  const journal = new Journal(database)
  const first = newTask(journal)
  for (const step of [1, 2, 3]) journal.history.appendTurn({ taskId: first, step, role: 'assistant', content: 'x' })
  journal.transaction(() => {
    journal.tasks.remove(first)
    journal.history.forget(first)
  })
  expect(newTask(journal)).toBe(first)
  journal.history.appendTurn({ taskId: first, step: 1, role: 'assistant', content: 'new' })
  expect(journal.history.ofTask(first).map(({ sequence }) => sequence)).toEqual([1])
})
