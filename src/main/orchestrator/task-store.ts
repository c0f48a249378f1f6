import { and, eq, inArray, isNotNull, lte, min } from 'drizzle-orm'
import type { TaskStatus } from '../../shared/contract/tasks.ts'
import { SporaError } from '../../shared/spora-error.ts'
import { now } from '../storage/clock.ts'
import type { Database } from '../storage/database.ts'
import { preparedInsert, preparedSelect, preparedUpdate } from '../storage/prepared-rows.ts'
import { tasks } from '../storage/schema.ts'
import type { TaskFailure } from './task-failure.ts'
import { assertTransition } from './task-states.ts'

export type TaskRow = typeof tasks.$inferSelect
type TaskChange = Partial<Omit<TaskRow, 'id' | 'status' | 'createdAt' | 'updatedAt'>>
type NewTask = Pick<TaskRow, 'agentId' | 'runnerUserId' | 'title' | 'userPrompt' | 'maxSteps'> &
  Partial<Pick<TaskRow, 'origin' | 'parentTaskId' | 'parentCallId' | 'withoutTools'>>

/** A chat that goes on has not failed, has no last word, and is not tried again by itself. */
export const FRESH = {
  errorCode: null,
  errorMessage: null,
  errorRaw: null,
  finalResponse: null,
  retryAt: null,
  retryCount: 0,
} as const satisfies TaskChange

/** Never that of a removed chat: something may still name it. */
const NEXT_NUMBER = `
  SELECT 1 + max(coalesce((SELECT max(id) FROM tasks), 0), (SELECT last_number FROM removed_chats))`

/** Task rows. Every change of status goes through `transition`, which knows the table of T1. */
export class TaskStore {
  readonly #find
  readonly #begunBy
  readonly #begunIn
  readonly #update
  readonly #insert
  readonly #nextNumber

  constructor(readonly database: Database) {
    this.#find = preparedSelect(database, tasks, 'WHERE id = ?')
    this.#begunBy = preparedSelect(database, tasks, 'WHERE parent_call_id = ?')
    this.#begunIn = preparedSelect(database, tasks, 'WHERE parent_task_id = ? ORDER BY id')
    this.#update = preparedUpdate(database, tasks, 'id = ?')
    this.#insert = preparedInsert(database, tasks)
    this.#nextNumber = database.sqlite.prepare(NEXT_NUMBER).pluck()
  }

  find(id: number): TaskRow | undefined {
    return this.#find.get(id)
  }

  get(id: number): TaskRow {
    const task = this.find(id)
    if (!task) throw new SporaError('TASK_NOT_FOUND', `There is no chat #${id}. It may have been deleted.`, { id })
    return task
  }

  insert(task: NewTask): TaskRow {
    const at = now()
    const id = this.#nextNumber.get() as number
    const begin = { status: 'QUEUED', stepCount: 0, data: {}, retryCount: 0, withoutTools: false } as const
    return this.get(this.#insert({ ...begin, ...task, id, createdAt: at, updatedAt: at }))
  }

  /** `doing` says in words what was asked for, for the refusal. */
  transition(id: number, to: TaskStatus, doing: string, change: TaskChange = {}): void {
    this.database.transaction(() => {
      assertTransition(this.get(id).status, to, doing)
      this.#write(id, { ...change, status: to })
    })
  }

  update(id: number, change: TaskChange): void {
    this.#write(id, change)
  }

  fail(id: number, failure: TaskFailure): void {
    this.transition(id, 'FAILED', 'fail', {
      errorCode: failure.code,
      errorMessage: failure.message,
      errorRaw: failure.raw,
    })
  }

  /** T7: a failed chat is tried again by itself. */
  scheduleRetry({ id, retryCount }: TaskRow, afterMs: number): void {
    const retryAt = new Date(Date.now() + afterMs).toISOString()
    this.#write(id, { retryAt, retryCount: retryCount + 1 })
  }

  nextRetry(): string | null {
    const next = this.database.orm
      .select({ at: min(tasks.retryAt) })
      .from(tasks)
      .where(isNotNull(tasks.retryAt))
      .get()
    return next?.at ?? null
  }

  dueForRetry(at: string): TaskRow[] {
    return this.database.orm
      .select()
      .from(tasks)
      .where(and(isNotNull(tasks.retryAt), lte(tasks.retryAt, at)))
      .orderBy(tasks.retryAt)
      .all()
  }

  remove(id: number): void {
    this.database.orm.delete(tasks).where(eq(tasks.id, id)).run()
  }

  /** The chat that a call began, as its sub-agent's or by handing over. */
  begunBy(callId: string): TaskRow | undefined {
    return this.#begunBy.get(callId)
  }

  /** Chats begun by this one, oldest first. */
  begunIn(taskId: number): TaskRow[] {
    return this.#begunIn.all(taskId)
  }

  withStatus(...statuses: TaskStatus[]): TaskRow[] {
    return this.database.orm.select().from(tasks).where(inArray(tasks.status, statuses)).orderBy(tasks.id).all()
  }

  #write(id: number, change: Partial<TaskRow>): void {
    this.#update({ ...change, updatedAt: now() }, id)
  }
}
