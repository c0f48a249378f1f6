import { chmodSync, existsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import Sqlite from 'better-sqlite3'
import { SporaError } from '../../shared/spora-error.ts'
import { backUpDatabase } from './back-up-database.ts'
import { checked, isToBeChecked } from './check-at-next-start.ts'
import { createDatabase } from './create-database.ts'
import { realFile } from './data-folder.ts'
import { type Database, wrapDatabase } from './database.ts'
import { NO_STORAGE_FAULTS, type StorageFaults } from './faults.ts'
import { hasHeader } from './has-header.ts'
import { keepDoubtfulLog } from './keep-doubtful-log.ts'
import { builtDifferently, isReadable, type LookOnly, newer } from './look-only.ts'
import { isLogLost, lostLog, markLog } from './lost-log.ts'
import { APPLICATION_ID, migrate, schemaVersion } from './migrate.ts'
import { migrations as released } from './migrations/index.ts'
import { networkDisk, networkNotice } from './network-disk.ts'
import { Damage, type DamageKind, keepAside, keptAside } from './quarantine.ts'
import { backupToGoBackTo } from './restore.ts'
import { storageError } from './storage-error.ts'
import { unexpectedObjects } from './unexpected-objects.ts'

export type { Database } from './database.ts'

/** Files up to this size are checked at every start; larger ones only after a start that did not end properly. */
const ALWAYS_CHECKED_BYTES = 16 * 1024 * 1024

export interface OpenOptions {
  /** How long to wait for a process that is just quitting. */
  readonly waitMs?: number
  readonly migrations?: readonly string[]
  readonly faults?: StorageFaults
  /** How often it is tried whether saving works again, once it did not. */
  readonly lookAgainMs?: number
  /** The kind of disk a folder is on that is not local; null when it is. */
  readonly diskOf?: (folder: string) => string | null
}

/**
 * Opens the database for this process alone, makes it when it is not there, and updates it. A file that cannot be ours
 * (empty, no database, another program's, damaged) is kept under a dated name, the last backup takes its place, or a new
 * one where there is none, and `notices` says so. One that is ours and is not built as this version builds it is shown
 * and not changed. Everything else that is wrong throws a SporaError and changes nothing.
 */
export function openDatabase(
  file: string,
  {
    waitMs = 1_500,
    migrations = released,
    faults = NO_STORAGE_FAULTS,
    diskOf = networkDisk,
    lookAgainMs,
  }: OpenOptions = {},
): Database {
  let doubtful: ReturnType<typeof keepDoubtfulLog> = null
  try {
    const path = realFile(file)
    if (!existsSync(path)) createDatabase(path, migrations)
    const disk = diskOf(dirname(path))
    let logLost = isLogLost(path)
    doubtful = keepDoubtfulLog(path)
    const options = { waitMs, migrations, faults, local: disk === null }
    for (const replace of [replaceByBackup, replaceByNew, replaceByNew]) {
      const opened = openSound(path, options, kind => replace(path, kind, migrations))
      if (!opened) {
        logLost = false // it belonged to the file that was replaced
        doubtful?.forget() // and is kept with it
        doubtful = null
        continue
      }
      markLog(path)
      const found = [
        ...(logLost ? [lostLog(path)] : []),
        ...(doubtful ? [doubtful.notice] : []),
        ...keptAside(path),
        ...(disk === null ? [] : [networkNotice(dirname(path), disk)]),
      ]
      return wrapDatabase(opened.sqlite, path, found, {
        faults,
        lookOnly: opened.lookOnly,
        ...(lookAgainMs === undefined ? {} : { lookAgainMs }),
      })
    }
    throw new SporaError('DB_CORRUPT', `The disk that holds ${path} does not keep what is written to it.`)
  } catch (error) {
    doubtful?.forget()
    throw storageError(error, file)
  }
}

interface OpenSoundOptions extends Required<Omit<OpenOptions, 'diskOf' | 'lookAgainMs'>> {
  readonly local: boolean
}

interface Opened {
  readonly sqlite: Sqlite.Database
  readonly lookOnly: LookOnly | null
}

/** The open, locked, checked and updated file, or null after `replace` put something else in the place of one that cannot be ours. */
function openSound(
  path: string,
  { waitMs, migrations, faults, local }: OpenSoundOptions,
  replace: (kind: DamageKind) => () => void,
): Opened | null {
  // SQLite would take an empty file for a new database, and the loss would go unseen; a few bytes are the same to it.
  const obvious = statSync(path).size === 0 ? 'empty' : hasHeader(path) ? null : 'not-a-database'
  if (obvious) {
    replace(obvious)()
    return null
  }
  const unclean = [`${path}-wal`, `${path}-journal`].some(log => existsSync(log) && statSync(log).size > 0)
  const thoroughly = unclean || isToBeChecked(path) || statSync(path).size <= ALWAYS_CHECKED_BYTES
  const sqlite = new Sqlite(path, { timeout: waitMs })
  let finish: () => void
  try {
    lock(sqlite)
    check(sqlite, thoroughly)
    checked(path)
    configure(sqlite, local)
    markLog(path) // before an update writes into it
    const lookOnly = update(sqlite, path, migrations, faults)
    if (lookOnly) sqlite.pragma('query_only = ON')
    chmodSync(path, 0o600)
    return { sqlite, lookOnly }
  } catch (error) {
    const kind = damageKind(error)
    try {
      if (!kind) throw error
      finish = replace(kind)
      checked(path)
    } catch (failed) {
      sqlite.close()
      throw failed
    }
  }
  sqlite.close()
  finish()
  return null
}

function replaceByBackup(path: string, kind: DamageKind, migrations: readonly string[]): () => void {
  const found = backupToGoBackTo(path, migrations)
  if (!found) return replaceByNew(path, kind, migrations)
  const takeAway = keepAside(path, kind, found.name)
  return () => takeAway(found.draft)
}

function replaceByNew(path: string, kind: DamageKind, migrations: readonly string[]): () => void {
  const takeAway = keepAside(path, kind)
  return () => {
    takeAway()
    createDatabase(path, migrations)
  }
}

function damageKind(error: unknown): DamageKind | null {
  if (error instanceof Damage) return error.kind
  if (!(error instanceof Sqlite.SqliteError)) return null
  if (error.code === 'SQLITE_NOTADB') return 'not-a-database'
  return error.code.startsWith('SQLITE_CORRUPT') ? 'corrupt' : null
}

/** The lock is SQLite's own: held from here until the file is closed, and gone with the process. */
function lock(sqlite: Sqlite.Database): void {
  sqlite.pragma('trusted_schema = OFF')
  sqlite.pragma('cell_size_check = ON')
  sqlite.pragma('mmap_size = 0')
  sqlite.pragma('locking_mode = EXCLUSIVE')
  sqlite.exec('BEGIN IMMEDIATE; COMMIT')
}

function check(sqlite: Sqlite.Database, thoroughly: boolean): void {
  if (sqlite.pragma('application_id', { simple: true }) !== APPLICATION_ID)
    throw new Damage('foreign', 'The application id is not ours.')
  if (!thoroughly) return
  const verdict = sqlite.pragma('quick_check(1)', { simple: true })
  if (verdict !== 'ok') throw new Damage('corrupt', String(verdict))
}

/** A log that is written ahead needs a disk that does in order what it is told; elsewhere the old way is safer. */
function configure(sqlite: Sqlite.Database, local: boolean): void {
  if (!local || sqlite.pragma('journal_mode = WAL', { simple: true }) !== 'wal') sqlite.pragma('journal_mode = DELETE')
  sqlite.pragma('synchronous = FULL') // after journal_mode, which resets it
  sqlite.pragma('fullfsync = ON')
  sqlite.pragma('checkpoint_fullfsync = ON')
  sqlite.pragma('foreign_keys = ON')
  sqlite.pragma('recursive_triggers = ON')
  sqlite.pragma('secure_delete = ON') // a replaced secret leaves nothing on the page
  sqlite.pragma('temp_store = MEMORY')
  sqlite.pragma('journal_size_limit = 67108864')
  sqlite.pragma('wal_autocheckpoint = 1000')
}

/** Why the file may only be looked at; null when it is as this version builds it. */
function update(
  sqlite: Sqlite.Database,
  path: string,
  migrations: readonly string[],
  faults: StorageFaults,
): LookOnly | null {
  const version = schemaVersion(sqlite)
  if (version > migrations.length) {
    if (isReadable(sqlite)) return newer(path)
    throw new SporaError(
      'DB_NEWER',
      `${path} was written by a newer version of Spora. Start that version, or choose another folder with --data.`,
      { version, known: migrations.length },
    )
  }
  const odd = unexpectedObjects(sqlite, migrations.slice(0, version))
  if (odd.length > 0) {
    if (isReadable(sqlite)) return builtDifferently(path, odd)
    throw new Damage('unexpected', odd.join(', '))
  }
  if (version < migrations.length) {
    backUpDatabase(sqlite, path, `before-update-from-${version}`, faults)
    migrate(sqlite, migrations, faults)
  }
  return null
}
