import { and, asc, desc, eq, gte, lte, sql } from 'drizzle-orm'
import { now } from '../storage/clock.ts'
import type { Database } from '../storage/database.ts'
import { preparedInsert } from '../storage/prepared-rows.ts'
import { taskHistory } from '../storage/schema.ts'
import type { SharedTexts } from '../storage/shared-texts.ts'
import type { CallRow } from './call-store.ts'
import type { TaskRow } from './task-store.ts'

export type HistoryRow = Omit<typeof taskHistory.$inferSelect, 'provider'> & { readonly provider: string | null }
type NewHistoryRow = Pick<HistoryRow, 'taskId' | 'step' | 'role' | 'content'> &
  Partial<Pick<HistoryRow, 'reasoning' | 'provider' | 'providerData' | 'usage' | 'cost' | 'summarizedTo'>>

/**
 * What was said, append-only. A turn with calls keeps one place in the sequence for each result, right behind itself,
 * so that results stand in call order whichever comes first (T8) and no call can have two (T5).
 */
export class HistoryStore {
  readonly #statements
  readonly #insert
  readonly #nextSequence

  constructor(
    readonly database: Database,
    readonly texts: SharedTexts,
  ) {
    this.#statements = prepare(database)
    this.#insert = preparedInsert(database, taskHistory)
    this.#nextSequence = database.sqlite.prepare(NEXT_SEQUENCE).pluck()
  }

  append(row: NewHistoryRow): void {
    const sequence = this.#next(row.taskId)
    const provider = row.provider ? this.texts.idOf(row.provider) : null
    this.#insert({ ...row, reasoning: row.reasoning ?? '', provider, sequence, createdAt: now() })
  }

  /** Fails when the call already has a result. */
  appendResult(call: CallRow, content: string): void {
    const turn = this.#lastTurn(call.taskId, call.step)
    if (turn?.step !== call.step) throw new Error(`Call ${call.id} belongs to a turn that is not stored.`)
    this.#insert({
      reasoning: '',
      taskId: call.taskId,
      sequence: turn.sequence + 1 + call.ordinal,
      step: call.step,
      role: 'tool',
      content,
      callId: call.id,
      createdAt: now(),
    })
  }

  /** T6: a summary of everything before the row `next`; of everything when that is null. */
  appendSummary(
    task: Pick<TaskRow, 'id' | 'stepCount'>,
    content: string,
    next: number | null,
    spent: Pick<HistoryRow, 'usage' | 'cost'>,
  ): void {
    const sequence = this.#next(task.id)
    const summarizedTo = (next ?? sequence) - 1
    this.append({ taskId: task.id, step: task.stepCount, role: 'summary', content, ...spent, summarizedTo })
  }

  ofTask(taskId: number, fromSequence = 0): HistoryRow[] {
    return this.#statements.ofTask.all({ taskId, fromSequence }).map(row => ({
      ...row,
      provider: row.provider === null ? null : this.texts.textOf(row.provider),
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

  #lastTurn(taskId: number, step: number): { sequence: number; step: number } | undefined {
    return this.#statements.lastTurn.get({ taskId, step })
  }

  /** Behind the last row, and behind the places kept for results that are still to come. */
  #next(taskId: number): number {
    return this.#nextSequence.get({ taskId }) as number
  }
}

const NEXT_SEQUENCE = `
  SELECT 1 + max(
    coalesce((SELECT max(sequence) FROM task_history WHERE task_id = :taskId), 0),
    coalesce((
      SELECT sequence + (SELECT count(*) FROM tool_calls AS call WHERE call.task_id = turn.task_id AND call.step = turn.step)
      FROM task_history AS turn WHERE task_id = :taskId AND role = 'assistant' ORDER BY sequence DESC LIMIT 1
    ), 0))`

/** What runs in every step, prepared once. */
function prepare({ orm }: Database) {
  const ofTask = eq(taskHistory.taskId, sql.placeholder('taskId'))
  return {
    ofTask: orm
      .select()
      .from(taskHistory)
      .where(and(ofTask, gte(taskHistory.sequence, sql.placeholder('fromSequence'))))
      .orderBy(asc(taskHistory.sequence))
      .prepare(),
    /** The last turn up to a step. */
    lastTurn: orm
      .select({ sequence: taskHistory.sequence, step: taskHistory.step })
      .from(taskHistory)
      .where(and(ofTask, eq(taskHistory.role, 'assistant'), lte(taskHistory.step, sql.placeholder('step'))))
      .orderBy(desc(taskHistory.sequence))
      .limit(1)
      .prepare(),
  }
}
