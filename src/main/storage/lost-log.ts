import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import type { StorageNotice } from './quarantine.ts'

/*
 * While the database is open a part of it stands in its log. A mark says that there is one, so that a start that finds the
 * mark and no log knows that something is missing, and one that finds a log and no mark that it is none of this database.
 */

const mark = (file: string) => `${file}.open`
const log = (file: string) => `${file}-wal`

/** Called when the database is open. Where no mark can be set, a log that is lost is not noticed; nothing else is. */
export function markLog(file: string): void {
  if (!existsSync(log(file))) return
  try {
    writeFileSync(mark(file), '', { mode: 0o600 })
  } catch {
    // The database itself says what cannot be saved.
  }
}

const CLOSING = 'closing'

/** Called before the log is brought into the file and taken away: from now on it may be there or not. */
export function markClosing(file: string): void {
  if (!isMarked(file)) return
  try {
    writeFileSync(mark(file), CLOSING)
  } catch {
    // Should it end before the mark is gone, the next start says that the log is.
  }
}

/** Called when the database is closed. On a full disk its log stays, and is this database's at the next start too. */
export function markClosed(file: string): void {
  if (!existsSync(log(file))) unmarkLog(file)
}

/** Called when another file takes the place of the database. */
export function unmarkLog(file: string): void {
  if (isMarked(file)) rmSync(mark(file), { force: true })
}

export function isLogLost(file: string): boolean {
  return isMarked(file) && !existsSync(log(file)) && readFileSync(mark(file), 'utf8') !== CLOSING
}

/** Something else of that name is not ours. */
export function isMarked(file: string): boolean {
  return statSync(mark(file), { throwIfNoEntry: false })?.isFile() === true
}

export function lostLog(file: string): StorageNotice {
  return {
    code: 'DB_CORRUPT',
    message: `${log(file)} was not there, though Spora did not end in order. What was saved before it is all there; what you did last may be missing. Put the file back while Spora does not run, or go back to a backup in Settings → Data.`,
  }
}
