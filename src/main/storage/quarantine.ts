import { constants, copyFileSync, existsSync, readdirSync, rmSync } from 'node:fs'
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
} as const satisfies Record<string, { code: ErrorCode; words: string }>
export type DamageKind = keyof typeof kinds

/** Something a person should know about the storage, shown as a banner. */
export interface StorageNotice {
  readonly code: ErrorCode | 'RESTORED'
  readonly message: string
}

/**
 * Keeps the file under a dated name and takes it out of the way, with the log that belongs to it. Copied before it is
 * closed, because closing writes the log into the file and the copy should be the bytes as they were found.
 */
export function keepAside(file: string, kind: DamageKind): () => void {
  const kept = `${file}.${kind}-${new Date().toISOString().replaceAll(':', '-')}`
  const parts = ['-wal', '-journal', ''].filter(part => existsSync(file + part))
  for (const part of parts) copyFileSync(file + part, kept + part, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL)
  syncFolder(file)
  return () => {
    for (const part of ['', '-wal', '-shm', '-journal']) rmSync(file + part, { force: true })
    syncFolder(file)
  }
}

/** A notice for each file that was kept aside, at every start until the person moves or deletes it. */
export function keptAside(file: string): StorageNotice[] {
  const folder = dirname(file)
  const name = basename(file)
  const pattern = new RegExp(`^\\.(${Object.keys(kinds).join('|')})-(\\d{4}-\\d\\d-\\d\\d)T[\\d.-]+Z$`)
  return readdirSync(folder).flatMap(entry => {
    const match = entry.startsWith(name) && pattern.exec(entry.slice(name.length))
    if (!match) return []
    const { code, words } = kinds[match[1] as DamageKind]
    const backups = existsSync(join(folder, 'backups'))
      ? ` Backups are in ${join(folder, 'backups')}; Settings → Data restores one.`
      : ''
    return {
      code,
      message: `On ${match[2]} ${name} could not be used: ${words}. Spora kept it unchanged as ${join(folder, entry)} and began with a new, empty database.${backups} To go back, quit Spora and put a good file in place of ${name}. Move or delete the kept file to end this notice.`,
    }
  })
}
