import { basename, dirname } from 'node:path'
import Sqlite from 'better-sqlite3'
import type { ErrorCode } from '../../shared/error-codes.ts'
import { SporaError } from '../../shared/spora-error.ts'

/** What SQLite or the file system said about our file, as a sentence a person can act on; other errors unchanged. */
export function storageError(error: unknown, file: string): unknown {
  if (error instanceof SporaError) return error
  const code = (error as { code?: unknown } | null)?.code
  if (typeof code !== 'string') return error
  const name = basename(file)
  const folder = dirname(file)
  const details = { file, reason: code }
  if (error instanceof Sqlite.SqliteError) {
    if (code.startsWith('SQLITE_BUSY') || code.startsWith('SQLITE_LOCKED'))
      return new SporaError(
        'DATA_FOLDER_IN_USE',
        `Another Spora already uses the data folder ${folder}. Close it, or choose another folder with --data.`,
        details,
      )
    if (code === 'SQLITE_NOTADB')
      return new SporaError('DB_NOT_A_DATABASE', `${name} in ${folder} is not a database.`, details)
    if (code.startsWith('SQLITE_CORRUPT'))
      return new SporaError(
        'DB_CORRUPT',
        `The database ${name} in ${folder} is damaged. Quit Spora and start it again: it keeps the damaged file and says how to go on.`,
        details,
      )
    if (code === 'SQLITE_FULL') return full(folder, details)
    // A file that could only be opened for reading cannot be locked for writing.
    if (code.startsWith('SQLITE_READONLY') || code === 'SQLITE_IOERR_LOCK')
      return new SporaError(
        'DB_READ_ONLY',
        `${name} in ${folder} cannot be written. Allow your account to write the file and its folder, or choose a folder on a local disk with --data.`,
        details,
      )
    if (/^SQLITE_(CANTOPEN|IOERR|PERM)/.test(code)) return unusable(folder, details)
    return error
  }
  if (code === 'ENOSPC' || code === 'EDQUOT') return full(folder, details)
  if (/^(EACCES|EPERM|EROFS|ENOTDIR|ENOENT|EEXIST|EISDIR|ELOOP|ENAMETOOLONG|EIO)$/.test(code))
    return unusable(folder, details)
  return error
}

/** Our code for it; null when it is none of the storage's. */
export function errorCode(error: unknown): ErrorCode | null {
  const known = storageError(error, '')
  return known instanceof SporaError ? known.code : null
}

/** Why, in a few words within a sentence. */
export function reasonOf(error: unknown): string {
  const { code, path, dest } = (error ?? {}) as { code?: unknown; path?: string; dest?: string }
  const words = REASONS.get(code)
  if (words === undefined) return (error instanceof Error ? error.message : String(error)).replace(/\.$/, '')
  const where = [path, dest].filter(Boolean).join(' → ')
  return where === '' ? words : `${words} (${where})`
}

function full(folder: string, details: Readonly<Record<string, unknown>>): SporaError {
  return new SporaError(
    'DB_FULL',
    `The disk that holds ${folder} is full, so nothing was saved. Free some space and try again.`,
    details,
  )
}

/** What the codes of the system mean to somebody who has never seen them. */
const REASONS: ReadonlyMap<unknown, string> = new Map([
  ['EEXIST', 'it is not a folder'],
  ['ENOTDIR', 'it is not a folder'],
  ['ENOENT', 'the folder or disk it stands on is not there'],
  ['EACCES', 'access is denied'],
  ['EPERM', 'access is denied'],
  ['EROFS', 'the disk can only be read'],
  ['ENAMETOOLONG', 'its path is too long'],
  ['ENOSPC', 'the disk is full'],
  ['EDQUOT', 'the disk is full'],
  ['SQLITE_FULL', 'the disk is full'],
  ['SQLITE_CORRUPT', 'it is damaged'],
  ['SQLITE_NOTADB', 'it is not a database'],
])

/** What is written now would be lost, because nobody finds the file again. */
export function gone(file: string): SporaError {
  return new SporaError(
    'DATA_FOLDER_UNUSABLE',
    `${file} was moved or deleted while Spora runs, so nothing was saved. Put it back, or quit Spora.`,
    { file },
  )
}

export function unusable(folder: string, details: Readonly<Record<string, unknown>>): SporaError {
  const reason = REASONS.get(details.reason) ?? details.reason
  return new SporaError(
    'DATA_FOLDER_UNUSABLE',
    `The data folder ${folder} cannot be used (${reason}). Allow your account to write there, or choose another folder with --data.`,
    details,
  )
}
