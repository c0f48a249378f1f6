import { and, asc, count, desc, eq, gte } from 'drizzle-orm'
import { now } from '../storage/clock.ts'
import type { Database } from '../storage/database.ts'
import { taskHistory, toolCalls } from '../storage/schema.ts'
import type { CallRow } from './call-store.ts'

export type HistoryRow = typeof taskHistory.$inferSelect
type NewHistoryRow = Pick<HistoryRow, 'taskId' | 'step' | 'role' | 'content'> &
  Partial<Pick<HistoryRow, 'reasoning' | 'provider' | 'providerData' | 'usage'>>

/**
 * What was said, append-only. A turn with calls keeps one place in the sequence for each result, right behind itself,
 * so that results stand in call order whichever comes first (T8) and no call can have two (T5).
 */
export class HistoryStore {
  constructor(readonly database: Database) {}

  append(row: NewHistoryRow): HistoryRow {
    return this.database.orm
      .insert(taskHistory)
      .values({ ...row, sequence: this.#next(row.taskId), createdAt: now() })
      .returning()
      .get()
  }

  /** Fails when the call already has a result. */
  appendResult(call: CallRow, content: string): void {
    const turn = this.#lastTurn(call.taskId, call.step)
    if (!turn) throw new Error(`Call ${call.id} belongs to a turn that is not stored.`)
    this.database.orm
      .insert(taskHistory)
      .values({
        taskId: call.taskId,
        sequence: turn.sequence + 1 + call.ordinal,
        step: call.step,
        role: 'tool',
        content,
        callId: call.id,
        createdAt: now(),
      })
      .run()
  }

  ofTask(taskId: number, fromSequence = 0): HistoryRow[] {
    return this.database.orm
      .select()
      .from(taskHistory)
      .where(and(eq(taskHistory.taskId, taskId), gte(taskHistory.sequence, fromSequence)))
      .orderBy(asc(taskHistory.sequence))
      .all()
  }

  resultOf(callId: string, taskId: number): string | null {
    const row = this.database.orm
      .select({ content: taskHistory.content })
      .from(taskHistory)
      .where(and(eq(taskHistory.taskId, taskId), eq(taskHistory.callId, callId)))
      .get()
    return row?.content ?? null
  }

  #lastTurn(taskId: number, step?: number): { sequence: number; step: number } | undefined {
    return this.database.orm
      .select({ sequence: taskHistory.sequence, step: taskHistory.step })
      .from(taskHistory)
      .where(
        and(
          eq(taskHistory.taskId, taskId),
          eq(taskHistory.role, 'assistant'),
          step === undefined ? undefined : eq(taskHistory.step, step),
        ),
      )
      .orderBy(desc(taskHistory.sequence))
      .limit(1)
      .get()
  }

  /** Behind the last row, and behind the places kept for results that are still to come. */
  #next(taskId: number): number {
    const last = this.database.orm
      .select({ sequence: taskHistory.sequence })
      .from(taskHistory)
      .where(eq(taskHistory.taskId, taskId))
      .orderBy(desc(taskHistory.sequence))
      .limit(1)
      .get()
    const turn = this.#lastTurn(taskId)
    const kept = turn ? turn.sequence + this.#calls(taskId, turn.step) : 0
    return Math.max(last?.sequence ?? 0, kept) + 1
  }

  #calls(taskId: number, step: number): number {
    const counted = this.database.orm
      .select({ calls: count() })
      .from(toolCalls)
      .where(and(eq(toolCalls.taskId, taskId), eq(toolCalls.step, step)))
      .get()
    return counted?.calls ?? 0
  }
}
