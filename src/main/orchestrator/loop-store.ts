import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { now } from '../storage/clock.ts'
import type { Database } from '../storage/database.ts'
import { loopQuestions } from '../storage/schema.ts'

export type LoopQuestion = typeof loopQuestions.$inferSelect
export type LoopAnswer = NonNullable<LoopQuestion['answer']>

/** Questions about chats that go in a circle (T9). Each belongs to the last call of the circle. */
export class LoopStore {
  readonly #openOf

  constructor(readonly database: Database) {
    this.#openOf = database.orm
      .select()
      .from(loopQuestions)
      .where(and(eq(loopQuestions.taskId, sql.placeholder('taskId')), isNull(loopQuestions.answer)))
      .prepare()
  }

  ask(callId: string, taskId: number, repeats: number): void {
    this.database.orm.insert(loopQuestions).values({ callId, taskId, repeats, createdAt: now() }).run()
  }

  find(callId: string): LoopQuestion | undefined {
    return this.database.orm.select().from(loopQuestions).where(eq(loopQuestions.callId, callId)).get()
  }

  openOf(taskId: number): LoopQuestion | undefined {
    return this.#openOf.get({ taskId })
  }

  open(): LoopQuestion[] {
    const { orm } = this.database
    return orm.select().from(loopQuestions).where(isNull(loopQuestions.answer)).orderBy(asc(loopQuestions.callId)).all()
  }

  /** False when it was answered before. */
  answer(callId: string, answer: LoopAnswer): boolean {
    const open = and(eq(loopQuestions.callId, callId), isNull(loopQuestions.answer))
    return this.database.orm.update(loopQuestions).set({ answer, answeredAt: now() }).where(open).run().changes === 1
  }
}
