import { and, eq } from 'drizzle-orm'
import { now } from '../storage/clock.ts'
import type { TokenCounts } from '../storage/column-types.ts'
import type { Database } from '../storage/database.ts'
import { LastWritten } from '../storage/last-written.ts'
import { preparedInsert, preparedSelect } from '../storage/prepared-rows.ts'
import { taskHistory } from '../storage/schema.ts'
import type { SharedTexts } from '../storage/shared-texts.ts'
import type { CallRow } from './call-store.ts'
import type { TaskRow } from './task-store.ts'

export type HistoryRow = Omit<typeof taskHistory.$inferSelect, 'provider'> & { readonly provider: string | null }
type NewHistoryRow = Pick<HistoryRow, 'taskId' | 'step' | 'role' | 'content'> &
  Partial<Pick<HistoryRow, 'reasoning' | 'provider' | 'providerData' | 'cost' | 'summarizedTo'>> & {
    readonly usage?: (TokenCounts & { readonly cacheWriteTokens: number }) | null
  }

/** What the model is told again of a row. */
export type ToldRow = Pick<
  HistoryRow,
  'sequence' | 'step' | 'role' | 'content' | 'reasoning' | 'callId' | 'provider' | 'providerData' | 'summarizedTo'
>

type StoredTold = Omit<ToldRow, 'provider' | 'providerData'> & {
  readonly provider: number | null
  readonly providerData: string | null
}

const TOLD = `
  SELECT sequence, step, role, content, reasoning, call_id AS callId, provider, provider_data AS providerData,
    summarized_to AS summarizedTo
  FROM task_history WHERE task_id = ? AND sequence >= ? ORDER BY sequence`

/** The last turn of a chat and the results behind it, by sequence: nothing else comes after it. */
interface Tail {
  readonly step: number
  readonly turn: number
  readonly rows: readonly ToldRow[]
}

/** Chats whose last turn is kept in memory: a step writes it and its results, and reads them once. */
const KEPT_TAILS = 200

/**
 * What was said, append-only. A turn with calls keeps one place in the sequence for each result, right behind itself,
 * so that results stand in call order whichever comes first (T8) and no call can have two (T5).
 */
export class HistoryStore {
  readonly #ofTask
  readonly #told
  readonly #lastTurn
  readonly #insert
  readonly #nextSequence
  readonly #last
  readonly #tails: LastWritten<number, Tail>

  constructor(
    readonly database: Database,
    readonly texts: SharedTexts,
  ) {
    this.#ofTask = preparedSelect(database, taskHistory, 'WHERE task_id = ? ORDER BY sequence')
    this.#told = database.sqlite.prepare(TOLD)
    this.#lastTurn = database.sqlite.prepare(LAST_TURN)
    this.#insert = preparedInsert(database, taskHistory)
    this.#last = database.sqlite.prepare('SELECT max(sequence) FROM task_history WHERE task_id = ?').pluck()
    this.#nextSequence = database.sqlite.prepare(NEXT_SEQUENCE).pluck()
    this.#tails = new LastWritten(database, KEPT_TAILS)
  }

  append(row: NewHistoryRow): void {
    this.#append(row, this.#next(row.taskId))
    this.#tails.forget(row.taskId)
  }

  /** A turn comes when every call of the one before has its result: no place is kept any more. */
  appendTurn(row: NewHistoryRow & { readonly role: 'assistant' }): void {
    const { taskId, step } = row
    const last = this.#tails.get(taskId)?.rows.at(-1)?.sequence ?? (this.#last.get(taskId) as number | null) ?? 0
    const turn = last + 1
    this.#append(row, turn)
    this.#tails.set(taskId, { step, turn, rows: [toldRow({ ...row, sequence: turn, callId: null })] })
  }

  #append(row: NewHistoryRow, sequence: number): void {
    const provider = row.provider ? this.texts.idOf(row.provider) : null
    const cacheWriteTokens = row.usage?.cacheWriteTokens || null
    this.#insert({ ...row, reasoning: row.reasoning ?? '', provider, cacheWriteTokens, sequence, createdAt: now() })
  }

  /** Fails when the call already has a result. */
  appendResult(call: CallRow, content: string): void {
    const { taskId, step } = call
    const tail = this.#tails.get(taskId)
    const turn = tail?.step === step ? tail.turn : this.#turnOf(call)
    const row = { taskId, sequence: turn + 1 + call.ordinal, step, role: 'tool', content, callId: call.id } as const
    this.#insert({ ...row, reasoning: '', createdAt: now() })
    if (tail?.turn !== turn) this.#tails.forget(taskId)
    else this.#tails.set(taskId, { ...tail, rows: [...tail.rows, toldRow(row)].toSorted(bySequence) })
  }

  /** What is in memory of a chat. */
  forget(taskId: number): void {
    this.#tails.forget(taskId)
  }

  #turnOf({ id, taskId, step }: CallRow): number {
    const turn = this.#lastTurn.get(taskId, step) as { sequence: number } | undefined
    if (!turn) throw new Error(`Call ${id} belongs to a turn that is not stored.`)
    return turn.sequence
  }

  /** T6: a summary of everything before the row `next`; of everything when that is null. */
  appendSummary(
    task: Pick<TaskRow, 'id' | 'stepCount'>,
    content: string,
    next: number | null,
    spent: Pick<NewHistoryRow, 'usage' | 'cost'>,
  ): void {
    const sequence = this.#next(task.id)
    const summarizedTo = (next ?? sequence) - 1
    this.append({ taskId: task.id, step: task.stepCount, role: 'summary', content, ...spent, summarizedTo })
  }

  ofTask(taskId: number): HistoryRow[] {
    return this.#ofTask.all(taskId).map(row => ({
      ...row,
      provider: row.provider === null ? null : this.texts.textOf(row.provider),
    }))
  }

  /** As `ofTask`, for every step of a chat. */
  told(taskId: number, fromSequence: number): readonly ToldRow[] {
    const tail = this.#tails.get(taskId)
    if (tail?.turn === fromSequence) return tail.rows
    return (this.#told.all(taskId, fromSequence) as StoredTold[]).map(({ provider, providerData, ...row }) => ({
      ...row,
      provider: provider === null ? null : this.texts.textOf(provider),
      providerData: providerData === null ? null : JSON.parse(providerData),
    }))
  }

  resultOf(callId: string, taskId: number): string | null {
    const row = this.database.orm
      .select({ content: taskHistory.content })
      .from(taskHistory)
      .where(and(eq(taskHistory.taskId, taskId), eq(taskHistory.callId, callId)))
      .get()
    return row?.content ?? null
  }

  /** Behind the last row, and behind the places kept for results that are still to come. */
  #next(taskId: number): number {
    return this.#nextSequence.get({ taskId }) as number
  }
}

function toldRow(row: NewHistoryRow & Pick<ToldRow, 'sequence' | 'callId'>): ToldRow {
  const { sequence, step, role, content, callId } = row
  const { reasoning = '', provider = null, providerData = null, summarizedTo = null } = row
  return { sequence, step, role, content, reasoning, callId, provider, providerData, summarizedTo }
}

const bySequence = (a: ToldRow, b: ToldRow) => a.sequence - b.sequence

const LAST_TURN =
  "SELECT sequence FROM task_history WHERE task_id = ? AND step = ? AND role = 'assistant' ORDER BY sequence DESC LIMIT 1"

const NEXT_SEQUENCE = `
  SELECT 1 + max(
    coalesce((SELECT max(sequence) FROM task_history WHERE task_id = :taskId), 0),
    coalesce((
      SELECT sequence + (SELECT count(*) FROM tool_calls AS call WHERE call.task_id = turn.task_id AND call.step = turn.step)
      FROM task_history AS turn WHERE task_id = :taskId AND role = 'assistant' ORDER BY sequence DESC LIMIT 1
    ), 0))`
