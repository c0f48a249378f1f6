import { now } from '../storage/clock.ts'
import { isStorageError } from '../storage/storage-trouble.ts'
import type { Runtime } from './runtime.ts'
import { FRESH } from './task-store.ts'

/** The clock may be set, and the computer may sleep: it is looked at again at least so often. */
const LONGEST_WAIT_MS = 60_000

/** T7: tries failed chats again when their time has come, also after a restart. */
export class RetryTimer {
  #timer: NodeJS.Timeout | undefined

  constructor(readonly runtime: Runtime) {}

  /** Looks for the next one. Called at the start and whenever one was scheduled. */
  arm(): void {
    this.stop()
    if (this.runtime.stopped) return
    const next = this.runtime.journal.tasks.nextRetry()
    if (next === null) return
    const wait = Math.min(Math.max(0, new Date(next).getTime() - Date.now()), LONGEST_WAIT_MS)
    this.#timer = setTimeout(() => this.#due(), wait)
    this.#timer.unref()
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  #due(): void {
    const { journal, events, limits } = this.runtime
    try {
      for (const { id, retryCount } of journal.tasks.dueForRetry(now())) {
        journal.tasks.transition(id, 'QUEUED', 'retry', { ...FRESH, retryCount })
        events.changed('tasks', id)
        this.runtime.kick(id)
      }
      this.arm()
    } catch (error) {
      if (!isStorageError(journal.database.known(error))) throw error
      this.#timer = setTimeout(() => this.#due(), limits.storageRetryMs) // nothing can be saved now
      this.#timer.unref()
    }
  }
}
