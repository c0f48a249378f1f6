import type Sqlite from 'better-sqlite3'
import { type BetterSQLite3Database, drizzle } from 'drizzle-orm/better-sqlite3'
import { NO_STORAGE_FAULTS } from './faults.ts'
import { inPlace } from './in-place.ts'
import type { StorageNotice } from './quarantine.ts'
import * as schema from './schema.ts'
import { gone, storageError } from './storage-error.ts'
import { StorageTrouble } from './storage-trouble.ts'

export interface Database {
  readonly sqlite: Sqlite.Database
  readonly orm: BetterSQLite3Database<typeof schema>
  /** What a person should know of how the file was found, and of what cannot be saved now. */
  readonly notices: readonly StorageNotice[]
  /**
   * Everything in `work`, or nothing. Begins at once as the only writer; inside another transaction it is a part of
   * that one, undone alone when it throws. Never across an `await`.
   */
  transaction<T>(work: () => T): T
  /** Runs when the transaction around it has been committed, at once when there is none, never when it is undone. */
  afterCommit(action: () => void): void
  /** Told when saving begins to fail, and when it works again. */
  onNotice(listener: () => void): void
  close(): void
}

export function wrapDatabase(
  sqlite: Sqlite.Database,
  file: string,
  found: readonly StorageNotice[],
  faults = NO_STORAGE_FAULTS,
): Database {
  let later: (() => void)[] = []
  const isInPlace = inPlace(file)
  const trouble = new StorageTrouble()
  return {
    sqlite,
    orm: drizzle(sqlite, { schema }),
    get notices() {
      return trouble.notice ? [...found, trouble.notice] : found
    },
    onNotice: listener => trouble.listen(listener),
    transaction<T>(work: () => T): T {
      const outermost = !sqlite.inTransaction
      const mark = later.length
      let result: T
      try {
        if (outermost && !isInPlace()) throw gone(file)
        result = sqlite.transaction(() => refusePromise(work())).immediate()
      } catch (error) {
        later.length = mark
        const known = storageError(error, file)
        trouble.note(known)
        throw known
      }
      if (outermost) {
        trouble.end()
        const actions = later
        later = []
        for (const action of actions) action()
      }
      return result
    },
    afterCommit(action) {
      if (sqlite.inTransaction) later.push(action)
      else action()
    },
    close() {
      faults.at('F22')
      sqlite.close()
    },
  }
}

/** What comes after an `await` would run outside the transaction. */
function refusePromise<T>(result: T): T {
  if (typeof (result as { then?: unknown } | null)?.then === 'function')
    throw new TypeError('A transaction cannot wait: do asynchronous work before or after it.')
  return result
}
