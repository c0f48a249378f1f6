import { constants, copyFileSync, existsSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { ErrorCode } from '../../shared/error-codes.ts'
import { syncFolder } from './sync-folder.ts'

/** Why a file cannot be our database. Its bytes are never thrown away. */
export class Damage extends Error {
  constructor(
    readonly kind: DamageKind,
    message: string,
  ) {
    super(message)
  }
}

const kinds = {
  empty: { code: 'DB_NOT_A_DATABASE', words: 'it was empty' },
  'not-a-database': { code: 'DB_NOT_A_DATABASE', words: 'it was not a database' },
  foreign: { code: 'DB_FOREIGN', words: 'it belongs to another program' },
  corrupt: { code: 'DB_CORRUPT', words: 'it was damaged' },
  unexpected: { code: 'DB_SCHEMA_UNEXPECTED', words: 'it was not built as Spora builds it' },
} as const satisfies Record<string, { code: ErrorCode; words: string }>
export type DamageKind = keyof typeof kinds

/** Something a person should know about the storage, shown as a banner. */
export interface StorageNotice {
  readonly code: ErrorCode | 'RESTORED' | 'NETWORK_DISK'
  readonly message: string
}

/**
 * Keeps the file under a dated name and then, when what is answered is called, takes it out of the way with the log that
 * belongs to it, or puts another in its place. Copied before it is closed, because closing writes the log into the file
 * and the copy should be the bytes as they were found. `backup`: the one that takes its place; the kept file's name says so.
 */
export function keepAside(file: string, kind: DamageKind, backup?: string): (successor?: string) => void {
  const goesBack = backup === undefined ? '' : `${BACK_TO}${backup}`
  const kept = `${file}.${kind}-${new Date().toISOString().replaceAll(':', '-')}${goesBack}`
  const parts = ['-wal', '-journal', ''].filter(part => existsSync(file + part))
  for (const part of parts) copyFileSync(file + part, kept + part, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL)
  syncFolder(file)
  return successor => {
    // The file last: a start that finds none makes a new one, and the loss would go unseen.
    for (const part of ['-wal', '-shm', '-journal']) rmSync(file + part, { force: true })
    if (successor === undefined) rmSync(file, { force: true })
    else renameSync(successor, file)
    syncFolder(file)
  }
}

const BACK_TO = '-back-to-'
const KEPT = new RegExp(
  `^\\.(${Object.keys(kinds).join('|')})-(\\d{4}-\\d\\d-\\d\\d)T[\\d.-]+Z(?:${BACK_TO}(.+\\.db))?$`,
)

/** A notice for each file that was kept aside, at every start until the person moves or deletes it. */
export function keptAside(file: string): StorageNotice[] {
  const folder = dirname(file)
  const name = basename(file)
  return readdirSync(folder).flatMap(entry => {
    const [, kind, day, backup] = (entry.startsWith(name) && KEPT.exec(entry.slice(name.length))) || []
    if (kind === undefined) return []
    const { code, words } = kinds[kind as DamageKind]
    const what = `On ${day} ${name} could not be used: ${words}. Spora kept it unchanged as ${join(folder, entry)} and`
    const then = backup
      ? `went back to the backup ${backup}. What came after it is only in the kept file.`
      : 'began with a new, empty database, because there was no backup. To go back, quit Spora and put a good file in its place.'
    return [{ code, message: `${what} ${then} Move or delete the kept file to end this notice.` }]
  })
}
