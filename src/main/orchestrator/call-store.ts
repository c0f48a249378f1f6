import type { JsonValue } from '@spora/sdk'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { SporaError } from '../../shared/spora-error.ts'
import { now } from '../storage/clock.ts'
import type { Database } from '../storage/database.ts'
import { LastWritten } from '../storage/last-written.ts'
import { preparedInsert, preparedSelect, preparedUpdate } from '../storage/prepared-rows.ts'
import { callRevisions, decisions, toolCalls } from '../storage/schema.ts'
import type { SharedTexts } from '../storage/shared-texts.ts'
import { CALL_TRANSITIONS, isOpen, OPEN_STATES, type StoredCallState, WAITING_STATES } from './call-states.ts'

/**
 * A call as stored. What the model was told stands in the history row of the call; `resultContent` is only filled when
 * the model got less than the tool gave.
 */
export type CallRow = Omit<StoredCall, keyof SharedParts | 'argsCanonical'> &
  SharedParts & { readonly argsCanonical: string }

type StoredCall = typeof toolCalls.$inferSelect

/** What stands once for all calls that have it in common. */
interface SharedParts {
  readonly operationDescription: string
  readonly toolFingerprint: string | null
  /** Text, not JSON: the order of its properties is the order of the form (P2). */
  readonly parameterSchema: string | null
  readonly policy: Readonly<Record<string, JsonValue>>
}

export type DecisionRow = typeof decisions.$inferSelect
export type RevisionRow = typeof callRevisions.$inferSelect
type CallChange = Partial<Omit<CallRow, 'id' | 'taskId' | 'state' | 'createdAt'>>

/** A call that keeps its turn open. */
export type OpenCall = Pick<CallRow, 'id' | 'state' | 'agentId' | 'toolClass'>

/** What the model is told again of a call. */
export type ToldCall = Pick<
  CallRow,
  'id' | 'step' | 'toolName' | 'operation' | 'argumentsText' | 'argsCanonical' | 'state'
> & {
  /** The model got less of the result than the tool gave. */
  readonly shortened: boolean
}

const TOLD = `
  SELECT id, step, tool_name AS toolName, operation, arguments_text AS argumentsText,
    coalesce(args_canonical, arguments_text) AS argsCanonical, state, result_content IS NOT NULL AS shortened
  FROM tool_calls WHERE task_id = ? AND step >= ? ORDER BY step, ordinal`

/**
 * Written out, and where it is used without the index of the chat (`+task_id`), so that only open calls are looked at: the
 * index tool_calls_open.
 */
const OPEN_LIST = OPEN_STATES.map(state => `'${state}'`).join(', ')

type OpenState = (typeof OPEN_STATES)[number]

/** The calls of the last turn of a chat that made any, by id. */
interface LastCalls {
  readonly step: number
  readonly calls: ReadonlyMap<string, OpenCall & ToldCall>
}

/** Chats whose last calls are kept in memory: a step writes and moves them, and asks for them again and again. */
const KEPT_CHATS = 200

function lastCall(call: CallRow): OpenCall & ToldCall {
  const { id, step, toolName, operation, argumentsText, argsCanonical, state, agentId, toolClass, resultContent } = call
  const shortened = resultContent !== null
  return { id, step, toolName, operation, argumentsText, argsCanonical, state, agentId, toolClass, shortened }
}

/** Ids sort by the time they were made. */
export function byId(a: Pick<CallRow, 'id'>, b: Pick<CallRow, 'id'>): number {
  return a.id < b.id ? -1 : 1
}

/** How a call is named within its chat, shorter than its id: “3.0” is the first call of the third turn. */
export function handleOf({ step, ordinal }: Pick<CallRow, 'step' | 'ordinal'>): string {
  return `${step}.${ordinal}`
}

/** Rows of calls, their decisions and earlier revisions: the journal (J1). */
export class CallStore {
  readonly #find
  readonly #ofTask
  readonly #openOf
  readonly #decisionOf
  readonly #insert
  readonly #update
  readonly #openStates
  readonly #told
  readonly #inState
  /** By chat. */
  readonly #last: LastWritten<number, LastCalls>

  constructor(
    readonly database: Database,
    readonly texts: SharedTexts,
  ) {
    this.#find = preparedSelect(database, toolCalls, 'WHERE id = ?')
    this.#ofTask = preparedSelect(database, toolCalls, 'WHERE task_id = ? AND step >= ? ORDER BY step, ordinal')
    this.#openOf = preparedSelect(
      database,
      toolCalls,
      `WHERE +task_id = ? AND state IN (${OPEN_LIST}) ORDER BY step, ordinal`,
    )
    this.#decisionOf = preparedSelect(database, decisions, 'WHERE call_id = ?')
    this.#openStates = database.sqlite.prepare(
      `SELECT id, state, agent_id AS agentId, tool_class AS toolClass FROM tool_calls WHERE +task_id = ? AND state IN (${OPEN_LIST}) ORDER BY step, ordinal`,
    )
    this.#told = database.sqlite.prepare(TOLD)
    // Written out as well: only what is said in the statement lets the index of open calls be used.
    const inState = (state: OpenState) => preparedSelect(database, toolCalls, `WHERE state = '${state}' ORDER BY id`)
    this.#inState = new Map(OPEN_STATES.map(state => [state, inState(state)]))
    this.#insert = preparedInsert(database, toolCalls)
    this.#update = preparedUpdate(database, toolCalls, 'id = ? AND state = ?')
    this.#last = new LastWritten(database, KEPT_CHATS)
  }

  find(id: string): CallRow | undefined {
    return this.#read(this.#find.get(id))
  }

  get(id: string): CallRow {
    const call = this.find(id)
    if (!call)
      throw new SporaError('CALL_NOT_FOUND', 'There is no such call. Its chat may have been deleted.', { call_id: id })
    return call
  }

  insert(call: CallRow): void {
    const { argsCanonical, argumentsText } = call
    this.#insert({
      ...this.#stored(call),
      argsCanonical: argsCanonical === argumentsText ? null : argsCanonical,
    } as StoredCall)
    const { taskId, step, ordinal } = call
    const last = ordinal === 0 ? { step, calls: [] } : this.#last.get(taskId)
    if (last?.step === step)
      this.#last.set(taskId, { step, calls: new Map([...last.calls, [call.id, lastCall(call)]]) })
    else this.#last.forget(taskId)
  }

  /**
   * One arrow of the state machine. False when the call is no longer in `from`: somebody else moved it, and nothing was
   * written.
   */
  move(
    { id, taskId }: Pick<CallRow, 'id' | 'taskId'>,
    from: StoredCallState,
    to: StoredCallState,
    change: CallChange = {},
  ): boolean {
    if (!CALL_TRANSITIONS[from].includes(to)) throw new Error(`A call cannot go from ${from} to ${to}.`)
    const left = from === 'started' ? { bootId: null } : {}
    if (this.#update({ ...this.#stored(change), ...left, state: to }, id, from) !== 1) return false
    const last = this.#last.get(taskId)
    const call = last?.calls.get(id)
    if (last && call) {
      const { resultContent } = change
      const moved = {
        ...call,
        state: to,
        shortened: resultContent === undefined ? call.shortened : resultContent !== null,
      }
      this.#last.set(taskId, { ...last, calls: new Map(last.calls).set(id, moved) })
    }
    return true
  }

  /** What is in memory of a chat. */
  forget(taskId: number): void {
    this.#last.forget(taskId)
  }

  /** What a running call has begun, while its result is still to come. */
  noteSubAgents({ id, taskId }: Pick<CallRow, 'id' | 'taskId'>, resultData: CallRow['resultData']): void {
    this.#update({ resultData }, id, 'started')
    this.#last.forget(taskId)
  }

  ofTask(taskId: number, fromStep = 0): CallRow[] {
    return this.#readAll(this.#ofTask.all(taskId, fromStep))
  }

  /** As `ofTask`, for every step of a chat. */
  told(taskId: number, fromStep: number): readonly ToldCall[] {
    const last = this.#last.get(taskId)
    if (last?.step === fromStep) return [...last.calls.values()]
    const rows = this.#told.all(taskId, fromStep) as (Omit<ToldCall, 'shortened'> & { readonly shortened: number })[]
    return rows.map(row => ({ ...row, shortened: row.shortened === 1 }))
  }

  byHandle(taskId: number, handle: string): CallRow | undefined {
    const [, step, ordinal] = /^(\d{1,9})\.(\d{1,9})$/.exec(handle) ?? []
    const place = and(eq(toolCalls.step, Number(step)), eq(toolCalls.ordinal, Number(ordinal)))
    if (step === undefined) return undefined
    return this.#read(
      this.database.orm
        .select()
        .from(toolCalls)
        .where(and(eq(toolCalls.taskId, taskId), place))
        .get(),
    )
  }

  /** Only what the loop of a task asks again and again; a turn without open calls costs one look. */
  openStates(taskId: number): readonly OpenCall[] {
    const last = this.#last.get(taskId)
    if (last) return [...last.calls.values()].filter(call => isOpen(call.state))
    return this.#openStates.all(taskId) as OpenCall[]
  }

  openOf(taskId: number): CallRow[] {
    return this.#readAll(this.#openOf.all(taskId))
  }

  /** Everything that waits for a person, oldest first. */
  waiting(): CallRow[] {
    return WAITING_STATES.flatMap(state => this.inState(state)).toSorted(byId)
  }

  /** Oldest first. */
  inState(state: OpenState): CallRow[] {
    return this.#readAll(this.#inState.get(state)?.all() ?? [])
  }

  decisionOf(callId: string): DecisionRow | undefined {
    return this.#decisionOf.get(callId)
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

  /** What people decided about last, latest first. */
  lastDecided(count: number): CallRow[] {
    const found = this.database.orm
      .select({ callId: decisions.callId })
      .from(decisions)
      .orderBy(sql`rowid DESC`)
      .limit(count)
      .all()
    return found.map(({ callId }) => this.get(callId))
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
        .set({ ...this.#stored(change), revision: call.revision + 1 })
        .where(and(eq(toolCalls.id, call.id), eq(toolCalls.state, 'awaiting'), eq(toolCalls.revision, call.revision)))
        .run().changes
      if (changed !== 1) return false
      this.#last.forget(call.taskId)
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

  /** A person changed what the model sent. */
  wasEdited({ id, revision, argsSha256 }: CallRow): boolean {
    if (revision === 1) return false
    const sent = this.firstRevisions([id]).get(id)
    return sent !== undefined && sent.argsSha256 !== argsSha256
  }

  #readAll(calls: readonly StoredCall[]): CallRow[] {
    return calls.flatMap(call => this.#read(call) ?? [])
  }

  #read(call: StoredCall | undefined): CallRow | undefined {
    if (!call) return undefined
    const text = (id: number | null) => (id === null ? null : this.texts.textOf(id))
    return {
      ...call,
      operationDescription: this.texts.textOf(call.operationDescription),
      toolFingerprint: text(call.toolFingerprint),
      parameterSchema: text(call.parameterSchema),
      policy: JSON.parse(this.texts.textOf(call.policy)) as SharedParts['policy'],
      argsCanonical: call.argsCanonical ?? call.argumentsText,
    }
  }

  /** Inside the transaction that writes it. */
  #stored({
    operationDescription,
    toolFingerprint,
    parameterSchema,
    policy,
    ...rest
  }: Partial<CallRow>): Partial<StoredCall> {
    const id = (text: string | null) => (text === null ? null : this.texts.idOf(text))
    return {
      ...rest,
      ...(operationDescription === undefined ? {} : { operationDescription: this.texts.idOf(operationDescription) }),
      ...(toolFingerprint === undefined ? {} : { toolFingerprint: id(toolFingerprint) }),
      ...(parameterSchema === undefined ? {} : { parameterSchema: id(parameterSchema) }),
      ...(policy === undefined ? {} : { policy: this.texts.idOf(JSON.stringify(policy)) }),
    }
  }
}
