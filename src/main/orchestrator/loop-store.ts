import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { now } from '../storage/clock.ts'
import type { Database } from '../storage/database.ts'
import { loopQuestions } from '../storage/schema.ts'

export type LoopQuestion = typeof loopQuestions.$inferSelect
export type LoopAnswer = NonNullable<LoopQuestion['answer']>

/** Questions about chats that go in a circle (T9). Each belongs to the last call of the circle. */
export class LoopStore {
  readonly #openOf
  readonly #open
  /** Chats that ever had a question: most have none, and are asked for at every step. */
  readonly #asked: Set<number>

  constructor(readonly database: Database) {
    const asked = database.orm.selectDistinct({ taskId: loopQuestions.taskId }).from(loopQuestions).all()
    this.#asked = new Set(asked.map(({ taskId }) => taskId))
    this.#openOf = database.orm
      .select()
      .from(loopQuestions)
      .where(and(eq(loopQuestions.taskId, sql.placeholder('taskId')), isNull(loopQuestions.answer)))
      .prepare()
    this.#open = database.orm
      .select()
      .from(loopQuestions)
      .where(isNull(loopQuestions.answer))
      .orderBy(asc(loopQuestions.callId))
      .prepare()
  }

  ask(callId: string, taskId: number, repeats: number): void {
    this.#asked.add(taskId)
    this.database.orm.insert(loopQuestions).values({ callId, taskId, repeats, createdAt: now() }).run()
  }

  find(callId: string): LoopQuestion | undefined {
    return this.database.orm.select().from(loopQuestions).where(eq(loopQuestions.callId, callId)).get()
  }

  openOf(taskId: number): LoopQuestion | undefined {
    return this.#asked.has(taskId) ? this.#openOf.get({ taskId }) : undefined
  }

  open(): LoopQuestion[] {
    return this.#open.all()
  }

  /** False when it was answered before. */
  answer(callId: string, answer: LoopAnswer): boolean {
    const open = and(eq(loopQuestions.callId, callId), isNull(loopQuestions.answer))
    return this.database.orm.update(loopQuestions).set({ answer, answeredAt: now() }).where(open).run().changes === 1
  }
}
