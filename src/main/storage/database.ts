import { dirname } from 'node:path'
import Sqlite from 'better-sqlite3'
import { type BetterSQLite3Database, drizzle } from 'drizzle-orm/better-sqlite3'
import { SporaError } from '../../shared/spora-error.ts'
import { checkAtNextStart } from './check-at-next-start.ts'
import { NO_STORAGE_FAULTS, type StorageFaults } from './faults.ts'
import { inPlace } from './in-place.ts'
import type { LookOnly } from './look-only.ts'
import { LOOK_AGAIN_MS, LookingAgain, tryRoom } from './looking-again.ts'
import { markClosed, markClosing } from './lost-log.ts'
import type { StorageNotice } from './quarantine.ts'
import * as schema from './schema.ts'
import { gone, storageError } from './storage-error.ts'
import { StorageTrouble } from './storage-trouble.ts'
import { Transactions, type Written } from './transactions.ts'

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
  /**
   * The same, but durable only with the end of this round of the event loop, together with whatever else is written until
   * then. Whoever acts on it outside, or acknowledges it, waits for `durable` first.
   */
  grouped<T>(work: () => T): Written<T>
  /** Makes durable what is still on its way. */
  flush(): void
  /** Why everything is only shown; null when it can be changed. */
  readonly lookOnly: LookOnly | null
  /** An error that came from the storage, as a sentence, and from now on a notice; other errors unchanged. */
  known(error: unknown): unknown
  /** Runs when the transaction around it has been committed, at once when there is none, never when it is undone. */
  afterCommit(action: () => void): void
  /** Told whenever something that was written is undone, all of a transaction or a part of it. */
  onUndo(listener: () => void): void
  /** Told when saving begins to fail, and when it works again. */
  onNotice(listener: () => void): void
  close(): void
}

export interface WrapOptions {
  readonly faults?: StorageFaults
  readonly lookOnly?: LookOnly | null
  /** How often it is tried whether saving works again. */
  readonly lookAgainMs?: number
}

export function wrapDatabase(
  sqlite: Sqlite.Database,
  file: string,
  kept: readonly StorageNotice[],
  { faults = NO_STORAGE_FAULTS, lookOnly = null, lookAgainMs = LOOK_AGAIN_MS }: WrapOptions = {},
): Database {
  const isInPlace = inPlace(file)
  const trouble = new StorageTrouble()
  const found = lookOnly ? [lookOnly.notice, ...kept] : kept
  const note = (error: unknown) => {
    if (!lookOnly) trouble.note(error)
    if (error instanceof SporaError && error.code === 'DB_CORRUPT') checkAtNextStart(file)
  }
  const known = (error: unknown): unknown => {
    if (lookOnly && error instanceof Sqlite.SqliteError && error.code === 'SQLITE_READONLY') return lookOnly.refusal
    const sentence = storageError(error, file)
    if (sentence !== error) note(sentence)
    return sentence
  }
  const writer = new Transactions(
    sqlite,
    {
      begin() {
        if (!isInPlace()) throw gone(file)
        if (trouble.notice?.code === 'DB_FULL') emptyLog(sqlite)
      },
      failed(error) {
        const sentence = known(error)
        note(sentence)
        return sentence
      },
      committed: () => trouble.end(),
    },
    // Where nothing can be written, reading together must do.
    lookOnly ? 'BEGIN' : 'BEGIN IMMEDIATE',
  )
  const looking = new LookingAgain(lookAgainMs, () => {
    tryRoom(dirname(file))
    writer.transaction(() => rewriteHeader(sqlite))
  })
  let listener = () => {}
  trouble.listen(() => {
    if (trouble.notice === null || trouble.notice.code === 'DB_CORRUPT') looking.stop()
    else looking.start()
    listener()
  })
  return {
    sqlite,
    orm: drizzle(sqlite, { schema }),
    lookOnly,
    known,
    get notices() {
      return trouble.notice ? [...found, trouble.notice] : found
    },
    onNotice(told) {
      listener = told
    },
    transaction: work => writer.transaction(work),
    grouped: work => writer.grouped(work),
    afterCommit: action => writer.afterCommit(action),
    onUndo: listener => writer.onUndo(listener),
    flush: () => writer.flush(),
    close() {
      try {
        writer.flush()
      } finally {
        looking.stop() // last: it may be this that could not be saved
        markClosing(file)
        faults.at('F22')
        sqlite.close()
        markClosed(file)
      }
    },
  }
}

/** The smallest write that really reaches the file, and changes nothing in it. */
function rewriteHeader(sqlite: Sqlite.Database): void {
  sqlite.pragma(`user_version = ${sqlite.pragma('user_version', { simple: true })}`)
}

/** What the log holds moves into the file, and its room can be used again: on a full disk that may be all there is. */
function emptyLog(sqlite: Sqlite.Database): void {
  try {
    sqlite.pragma('wal_checkpoint(PASSIVE)')
  } catch {
    // Then there is no room for that either.
  }
}
