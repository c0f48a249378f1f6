import { and, asc, count, eq, gte, inArray, sql } from 'drizzle-orm'
import type { Database } from '../../storage/database.ts'
import { callMedia, toolCalls } from '../../storage/schema.ts'
import type { Medium } from './take-media.ts'

export type MediumInfo = Omit<typeof callMedia.$inferSelect, 'bytes'>

/** Pictures taken out of results; they go with their call. */
export class MediaStore {
  readonly #countOf
  /** Chats that ever had a picture: most have none, and are asked for at every step. */
  readonly #withPictures: Set<number>

  constructor(readonly database: Database) {
    const found = database.orm
      .selectDistinct({ taskId: toolCalls.taskId })
      .from(callMedia)
      .innerJoin(toolCalls, eq(toolCalls.id, callMedia.callId))
      .all()
    this.#withPictures = new Set(found.map(({ taskId }) => taskId))
    this.#countOf = database.orm
      .select({ callId: callMedia.callId, pictures: count() })
      .from(callMedia)
      .innerJoin(toolCalls, eq(toolCalls.id, callMedia.callId))
      .where(and(eq(toolCalls.taskId, sql.placeholder('taskId')), gte(toolCalls.step, sql.placeholder('fromStep'))))
      .groupBy(callMedia.callId)
      .prepare()
  }

  /** How many pictures the calls of a chat brought, from a step on. */
  countOf(taskId: number, fromStep: number): ReadonlyMap<string, number> {
    if (!this.#withPictures.has(taskId)) return new Map()
    return new Map(this.#countOf.all({ taskId, fromStep }).map(({ callId, pictures }) => [callId, pictures]))
  }

  /** Positions begin at 1, as in the references. */
  insert({ id: callId, taskId }: { readonly id: string; readonly taskId: number }, media: readonly Medium[]): void {
    if (media.length > 0) this.#withPictures.add(taskId)
    for (const [index, medium] of media.entries())
      this.database.orm
        .insert(callMedia)
        .values({ callId, position: index + 1, ...medium })
        .run()
  }

  of(callIds: readonly string[]): MediumInfo[] {
    const { callId, position, mimeType, width, height } = callMedia
    return this.database.orm
      .select({ callId, position, mimeType, width, height })
      .from(callMedia)
      .where(inArray(callId, [...callIds]))
      .orderBy(asc(callId), asc(position))
      .all()
  }

  read(callId: string, position: number): { mimeType: string; base64: string } | null {
    const row = this.database.orm
      .select()
      .from(callMedia)
      .where(and(eq(callMedia.callId, callId), eq(callMedia.position, position)))
      .get()
    return row ? { mimeType: row.mimeType, base64: row.bytes.toString('base64') } : null
  }
}
