import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { newId } from '../storage/new-id.ts'
import { type Database, openDatabase } from '../storage/open-database.ts'
import { createAgent } from '../storage/testing/create-agent.ts'
import { sha256 } from '../tools/canonical-json.ts'
import { CALL_TRANSITIONS, isOpen, type StoredCallState } from './call-states.ts'
import type { CallRow } from './call-store.ts'
import { Journal } from './journal.ts'
import { callRow } from './testing/call-row.ts'

let folder: string
let database: Database
let journal: Journal
let taskId: number

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'spora-journal-'))
  database = openDatabase(join(folder, 'spora.db'))
  journal = new Journal(database)
  createAgent(database)
  taskId = journal.tasks.insert({ agentId: 1, runnerUserId: 1, title: 't', userPrompt: 'p', maxSteps: 10 }).id
})

afterEach(() => {
  database.close()
  rmSync(folder, { recursive: true })
})

function insertCalls(step: number, ...states: StoredCallState[]): CallRow[] {
  return states.map((state, ordinal) => {
    const call = callRow({ taskId, step, ordinal, state })
    journal.calls.insert(call)
    return call
  })
}

function turn(step: number): void {
  journal.history.append({ taskId, step, role: 'assistant', content: `turn ${step}` })
}

const roles = () => journal.history.ofTask(taskId).map(row => `${row.sequence} ${row.role} ${row.content}`)

test('T8: results stand in call order, whichever comes first, also when something else is said between', () => {
  journal.history.append({ taskId, step: 0, role: 'user', content: 'go' })
  turn(1)
  const [first, second, third] = insertCalls(1, 'started', 'started', 'started') as [CallRow, CallRow, CallRow]
  journal.settle(third, 'succeeded', 'third')
  journal.notice(taskId, 1, 'NOTE', 'between')
  journal.settle(first, 'succeeded', 'first')
  journal.settle(second, 'failed', 'second')
  journal.history.append({ taskId, step: 1, role: 'user', content: 'more' })
  expect(roles()).toEqual([
    '1 user go',
    '2 assistant turn 1',
    '3 tool first',
    '4 tool second',
    '5 tool third',
    '6 notice {"code":"NOTE","text":"between"}',
    '7 user more',
  ])
})

test('T5: a call can have one result only', () => {
  turn(1)
  const [call] = insertCalls(1, 'started') as [CallRow]
  expect(journal.settle(call, 'succeeded', 'once')).toBe(true)
  expect(journal.settle(call, 'failed', 'twice')).toBe(false)
  expect(() => journal.history.appendResult(call, 'thrice')).toThrow()
  expect(journal.history.resultOf(call.id, taskId)).toBe('once')
})

test('J1: final state and result are one transaction: a crash between leaves neither', () => {
  turn(1)
  const [call] = insertCalls(1, 'started') as [CallRow]
  expect(() =>
    journal.settle(call, 'succeeded', 'x', {
      inside: () => {
        throw new Error('killed here')
      },
    }),
  ).toThrow('killed here')
  expect(journal.calls.get(call.id).state).toBe('started')
  expect(journal.history.resultOf(call.id, taskId)).toBeNull()
})

test('J1: an arrow that is not in the table cannot be written, and a state that moved is not written over', () => {
  turn(1)
  const [call] = insertCalls(1, 'ready') as [CallRow]
  expect(() => journal.calls.move(call, 'awaiting', 'succeeded')).toThrow()
  expect(journal.calls.move(call, 'awaiting', 'ready')).toBe(false)
  expect(journal.calls.move(call, 'ready', 'started')).toBe(true)
  expect(journal.calls.move(call, 'ready', 'started')).toBe(false)
})

test('J1: final states have no way out and open ones have one', () => {
  for (const [state, next] of Object.entries(CALL_TRANSITIONS))
    expect(next.length > 0).toBe(isOpen(state as StoredCallState))
})

test('P2: a revision keeps the one before, and only one of two editors wins', () => {
  turn(1)
  const [call] = insertCalls(1, 'awaiting') as [CallRow]
  expect(journal.calls.revise(call, { argsCanonical: '{"a":1}', argsSha256: sha256('h2') })).toBe(true)
  expect(journal.calls.revise(call, { argsCanonical: '{"a":2}', argsSha256: sha256('h3') })).toBe(false)
  expect(journal.calls.get(call.id)).toMatchObject({ revision: 2, argsCanonical: '{"a":1}' })
  expect(journal.calls.firstRevisions([call.id]).get(call.id)).toMatchObject({ revision: 1, argsCanonical: '{}' })
})

test('T10: of a very long result the model gets head and tail, the window all of it', () => {
  turn(1)
  const [call] = insertCalls(1, 'started') as [CallRow]
  const long = `BEGIN ${'🙂'.repeat(100_000)} END`
  journal.settle(call, 'succeeded', long)
  const told = journal.history.resultOf(call.id, taskId) ?? ''
  expect(told.length).toBeLessThan(60_000)
  expect(told).toMatch(/^BEGIN /)
  expect(told).toMatch(/ END$/)
  expect(told).toContain('characters left out')
  expect(told.isWellFormed()).toBe(true)
  expect(told).not.toContain('\uFFFD')
  expect(journal.calls.get(call.id).resultContent).toBe(long)
})

test('T1: deleting a chat takes history, calls, revisions and decisions with it; a decision alone stays', () => {
  turn(1)
  const [call] = insertCalls(1, 'awaiting') as [CallRow]
  journal.calls.revise(call, { argsSha256: sha256('h2') })
  journal.calls.insertDecision({
    id: newId(),
    callId: call.id,
    verdict: 'approve',
    argsSha256: sha256('h2'),
    revision: 2,
    toolFingerprint: 'f',
    reason: null,
    actorUserId: 1,
    createdAt: new Date().toISOString(),
  })
  journal.calls.move(call, 'awaiting', 'ready')
  journal.calls.move(call, 'ready', 'started')
  journal.settle({ ...call, state: 'started' }, 'succeeded', 'ok')
  expect(() => database.sqlite.prepare('DELETE FROM decisions').run()).toThrow('append-only')
  expect(() => database.sqlite.prepare("UPDATE decisions SET verdict = 'reject'").run()).toThrow('append-only')
  journal.tasks.remove(taskId)
  for (const table of ['tasks', 'task_history', 'tool_calls', 'call_revisions', 'decisions'])
    expect(database.sqlite.prepare(`SELECT count(*) AS n FROM ${table}`).get()).toEqual({ n: 0 })
})
