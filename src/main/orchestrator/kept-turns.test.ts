import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { loops } from '../../../test/loops.ts'
import { type Database, openDatabase } from '../storage/open-database.ts'
import { createAgent } from '../storage/testing/create-agent.ts'
import type { CallRow } from './call-store.ts'
import { Conversation } from './conversation.ts'
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
        const call = callRow({ taskId, step, ordinal, state: ordinal % 2 ? 'awaiting' : 'started' })
        journal.calls.insert(call)
        this.#open.push(call)
      }
    })
  }

  result(which: number): void {
    const [call] = this.#open.splice(which % Math.max(1, this.#open.length), 1)
    if (!call) return
    const journal = this.journal()
    const { state } = journal.calls.get(call.id)
    const outcome = state === 'awaiting' ? 'rejected' : which % 2 ? 'succeeded' : 'failed'
    expect(journal.settle({ ...call, state }, outcome, `result of ${call.ordinal}`)).toBe(true)
  }

  say(role: 'user' | 'notice'): void {
    this.journal().history.append({ taskId: this.taskId, step: this.#step, role, content: role })
  }

  /** Somebody else than the loop of the chat moves or changes a call. */
  change(which: number, how: 'unknown' | 'edit' | 'sub-agent'): void {
    const call = this.#open[which % Math.max(1, this.#open.length)]
    if (!call) return
    const { calls } = this.journal()
    if (how === 'unknown' && call.state === 'started') calls.move(call, 'started', 'outcome_unknown')
    else if (how === 'sub-agent') calls.noteSubAgents(call, { spawned_sub_task_ids: [1] })
    else if (how === 'edit') calls.revise(calls.get(call.id), { argsCanonical: `{"edited":${which}}` })
  }

  /** A result that is undone with everything else of its transaction. */
  undoneResult(which: number): void {
    const call = this.#open[which % Math.max(1, this.#open.length)]
    if (!call) return
    const journal = this.journal()
    expect(() =>
      journal.transaction(() => {
        journal.settle(call, call.state === 'awaiting' ? 'rejected' : 'failed', 'undone')
        throw new Error('undone')
      }),
    ).toThrow('undone')
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

  /** What the loop of the chat would be told, from each step on. */
  told(journal: Journal): unknown {
    const { calls, history } = journal
    const ordinals = new Map(calls.ofTask(this.taskId).map(call => [call.id, `${call.step}.${call.ordinal}`]))
    const readable = (id: string | null) => id && ordinals.get(id)
    const turns = history.ofTask(this.taskId).filter(({ role }) => role === 'assistant')
    return {
      open: calls
        .openStates(this.taskId)
        .map(call => ({ id: readable(call.id), state: call.state, tool: call.toolClass })),
      from: [{ sequence: 0, step: 0 }, ...turns].map(({ sequence, step }) => ({
        rows: history.told(this.taskId, sequence).map(row => ({ ...row, callId: readable(row.callId) })),
        calls: calls.told(this.taskId, step).map(call => ({
          ...{ id: readable(call.id), state: call.state, args: call.argsCanonical, shortened: call.shortened },
          ...{ step: call.step, tool: call.toolName, operation: call.operation, text: call.argumentsText },
        })),
      })),
    }
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
  fc.nat(9).map(which => (chat: Chat) => chat.undoneResult(which)),
  fc.tuple(fc.nat(9), fc.constantFrom('unknown' as const, 'edit' as const, 'sub-agent' as const)).map(
    ([which, how]) =>
      (chat: Chat) =>
        chat.change(which, how),
  ),
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

test('C6: what the loop of a chat is told from memory is what stands in the database, after any writes', () => {
  const journal = new Journal(database)
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.boolean(), anyWrite), { maxLength: 20 }), writes => {
      const chat = new Chat(newTask(journal), () => journal)
      const conversation = new Conversation(chat.taskId, journal)
      for (const [grouped, write] of writes) {
        if (grouped) journal.grouped(() => write(chat))
        else write(chat)
        const stored = new Journal(database)
        expect(chat.told(journal)).toEqual(chat.told(stored))
        expect(conversation.read()).toEqual(new Conversation(chat.taskId, stored).read())
      }
    }),
    { numRuns: loops(1_000) },
  )
})

test('the number of a removed chat never comes again, also over a restart', () => {
  const first = newTask(new Journal(database))
  const second = newTask(new Journal(database))
  new Journal(database).tasks.remove(second)
  database.close()
  database = openDatabase(join(folder, 'spora.db'))
  const journal = new Journal(database)
  expect([first, second, newTask(journal)]).toEqual([1, 2, 3])
  journal.tasks.remove(1)
  expect(newTask(journal)).toBe(4)
})
