import { and, asc, eq, gte, inArray, sql } from 'drizzle-orm'
import { SporaError } from '../../shared/spora-error.ts'
import { now } from '../storage/clock.ts'
import type { Database } from '../storage/database.ts'
import { preparedInsert, preparedUpdate } from '../storage/prepared-rows.ts'
import { callRevisions, decisions, toolCalls } from '../storage/schema.ts'
import { CALL_TRANSITIONS, OPEN_STATES, type StoredCallState, WAITING_STATES } from './call-states.ts'

/**
 * A call as stored. What the model was told stands in the history row of the call; `resultContent` is only filled when
 * the model got less than the tool gave.
 */
export type CallRow = typeof toolCalls.$inferSelect
export type DecisionRow = typeof decisions.$inferSelect
export type RevisionRow = typeof callRevisions.$inferSelect
type CallChange = Partial<Omit<CallRow, 'id' | 'taskId' | 'state' | 'createdAt'>>

/** A call that keeps its turn open. */
export type OpenCall = Pick<CallRow, 'id' | 'state'>

/**
 * Written out, and where it is used without the index of the chat (`+task_id`), so that only open calls are looked at: the
 * index tool_calls_open.
 */
const OPEN_LIST = OPEN_STATES.map(state => `'${state}'`).join(', ')

/** How a call is named within its chat, shorter than its id: “3.0” is the first call of the third turn. */
export function handleOf({ step, ordinal }: Pick<CallRow, 'step' | 'ordinal'>): string {
  return `${step}.${ordinal}`
}

/** Rows of calls, their decisions and earlier revisions: the journal (J1). */
export class CallStore {
  readonly #statements
  readonly #insert
  readonly #update
  readonly #openStates

  constructor(readonly database: Database) {
    this.#statements = prepare(database)
    this.#openStates = database.sqlite.prepare(
      `SELECT id, state FROM tool_calls WHERE +task_id = ? AND state IN (${OPEN_LIST}) ORDER BY step, ordinal`,
    )
    this.#insert = preparedInsert(database, toolCalls)
    this.#update = preparedUpdate(database, toolCalls, 'id = ? AND state = ?')
  }

  find(id: string): CallRow | undefined {
    return this.#statements.find.get({ id })
  }

  get(id: string): CallRow {
    const call = this.find(id)
    if (!call)
      throw new SporaError('CALL_NOT_FOUND', 'There is no such call. Its chat may have been deleted.', { call_id: id })
    return call
  }

  insert(call: CallRow): void {
    this.#insert(call)
  }

  /**
   * One arrow of the state machine. False when the call is no longer in `from`: somebody else moved it, and nothing was
   * written.
   */
  move(id: string, from: StoredCallState, to: StoredCallState, change: CallChange = {}): boolean {
    if (!CALL_TRANSITIONS[from].includes(to)) throw new Error(`A call cannot go from ${from} to ${to}.`)
    return this.#update({ ...change, state: to }, id, from) === 1
  }

  /** What a running call has begun, while its result is still to come. */
  noteSubAgents(id: string, resultData: CallRow['resultData']): void {
    this.#update({ resultData }, id, 'started')
  }

  ofTask(taskId: number, fromStep = 0): CallRow[] {
    return this.#statements.ofTask.all({ taskId, fromStep })
  }

  byHandle(taskId: number, handle: string): CallRow | undefined {
    const [, step, ordinal] = /^(\d{1,9})\.(\d{1,9})$/.exec(handle) ?? []
    const place = and(eq(toolCalls.step, Number(step)), eq(toolCalls.ordinal, Number(ordinal)))
    if (step === undefined) return undefined
    return this.database.orm
      .select()
      .from(toolCalls)
      .where(and(eq(toolCalls.taskId, taskId), place))
      .get()
  }

  /** Only what the loop of a task asks again and again; a turn without open calls costs one look. */
  openStates(taskId: number): readonly OpenCall[] {
    return this.#openStates.all(taskId) as OpenCall[]
  }

  openOf(taskId: number): CallRow[] {
    return this.#statements.openOf.all({ taskId })
  }

  /** Everything that waits for a person, oldest first (ids sort by the time they were made). */
  waiting(): CallRow[] {
    return this.database.orm
      .select()
      .from(toolCalls)
      .where(inArray(toolCalls.state, [...WAITING_STATES]))
      .orderBy(asc(toolCalls.id))
      .all()
  }

  inState(state: StoredCallState): CallRow[] {
    return this.database.orm.select().from(toolCalls).where(eq(toolCalls.state, state)).orderBy(asc(toolCalls.id)).all()
  }

  decisionOf(callId: string): DecisionRow | undefined {
    return this.#statements.decisionOf.get({ callId })
  }

  decisionsOf(callIds: readonly string[]): ReadonlyMap<string, DecisionRow> {
    const rows = callIds.length
      ? this.database.orm
          .select()
          .from(decisions)
          .where(inArray(decisions.callId, [...callIds]))
          .all()
      : []
    return new Map(rows.map(row => [row.callId, row]))
  }

  insertDecision(decision: DecisionRow): void {
    this.database.orm.insert(decisions).values(decision).run()
  }

  /**
   * P2: replaces the arguments of a waiting call with a new revision and keeps the old one. False when the call was
   * decided or changed meanwhile.
   */
  revise(call: CallRow, change: CallChange): boolean {
    return this.database.transaction(() => {
      const changed = this.database.orm
        .update(toolCalls)
        .set({ ...change, revision: call.revision + 1 })
        .where(and(eq(toolCalls.id, call.id), eq(toolCalls.state, 'awaiting'), eq(toolCalls.revision, call.revision)))
        .run().changes
      if (changed !== 1) return false
      this.database.orm
        .insert(callRevisions)
        .values({
          callId: call.id,
          revision: call.revision,
          argsCanonical: call.argsCanonical,
          argsSha256: call.argsSha256,
          createdAt: now(),
        })
        .run()
      return true
    })
  }

  /** What the model sent, for calls whose arguments were edited since. */
  firstRevisions(callIds: readonly string[]): ReadonlyMap<string, RevisionRow> {
    const rows = callIds.length
      ? this.database.orm
          .select()
          .from(callRevisions)
          .where(and(inArray(callRevisions.callId, [...callIds]), eq(callRevisions.revision, 1)))
          .all()
      : []
    return new Map(rows.map(row => [row.callId, row]))
  }
}

/** What runs in every step, prepared once. */
function prepare({ orm }: Database) {
  const inOrder = [asc(toolCalls.step), asc(toolCalls.ordinal)]
  const ofTask = eq(toolCalls.taskId, sql.placeholder('taskId'))
  return {
    find: orm
      .select()
      .from(toolCalls)
      .where(eq(toolCalls.id, sql.placeholder('id')))
      .prepare(),
    ofTask: orm
      .select()
      .from(toolCalls)
      .where(and(ofTask, gte(toolCalls.step, sql.placeholder('fromStep'))))
      .orderBy(...inOrder)
      .prepare(),
    openOf: orm
      .select()
      .from(toolCalls)
      .where(and(sql`+${ofTask}`, sql`${toolCalls.state} IN (${sql.raw(OPEN_LIST)})`))
      .orderBy(...inOrder)
      .prepare(),
    decisionOf: orm
      .select()
      .from(decisions)
      .where(eq(decisions.callId, sql.placeholder('callId')))
      .prepare(),
  }
}
