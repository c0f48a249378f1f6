import { chmodSync, closeSync, existsSync, openSync, readSync, realpathSync, statSync } from 'node:fs'
import Sqlite from 'better-sqlite3'
import { SporaError } from '../../shared/spora-error.ts'
import { backUpDatabase } from './back-up-database.ts'
import { createDatabase } from './create-database.ts'
import { type Database, wrapDatabase } from './database.ts'
import { NO_STORAGE_FAULTS, type StorageFaults } from './faults.ts'
import { APPLICATION_ID, migrate, pristine, schemaVersion } from './migrate.ts'
import { migrations as released } from './migrations/index.ts'
import { Damage, type DamageKind, keepAside, keptAside } from './quarantine.ts'
import { storageError } from './storage-error.ts'

export type { Database } from './database.ts'

/** Files up to this size are checked at every start; larger ones only after a start that did not end properly. */
const ALWAYS_CHECKED_BYTES = 16 * 1024 * 1024

export interface OpenOptions {
  /** How long to wait for a process that is just quitting. */
  readonly waitMs?: number
  readonly migrations?: readonly string[]
  readonly faults?: StorageFaults
}

/**
 * Opens the database for this process alone, makes it when it is not there, and updates it. A file that cannot be ours
 * (empty, no database, another program's, damaged) is kept under a dated name, a new one is begun, and `notices` says
 * so. Everything else that is wrong throws a SporaError and changes nothing.
 */
export function openDatabase(
  file: string,
  { waitMs = 1_500, migrations = released, faults = NO_STORAGE_FAULTS }: OpenOptions = {},
): Database {
  try {
    const path = existsSync(file) ? realpathSync(file) : file
    if (!existsSync(path)) createDatabase(path, migrations)
    const sqlite = openSound(path, waitMs) ?? begin(path, waitMs, migrations)
    try {
      update(sqlite, path, migrations, faults)
      return wrapDatabase(sqlite, path, keptAside(path), faults)
    } catch (error) {
      sqlite.close()
      throw error
    }
  } catch (error) {
    throw storageError(error, file)
  }
}

function begin(path: string, waitMs: number, migrations: readonly string[]): Sqlite.Database {
  createDatabase(path, migrations)
  const sqlite = openSound(path, waitMs)
  if (!sqlite) throw new SporaError('DB_CORRUPT', `The disk that holds ${path} does not keep what is written to it.`)
  return sqlite
}

/** The open, locked and checked file, or null after a file that cannot be ours was taken out of the way. */
function openSound(path: string, waitMs: number): Sqlite.Database | null {
  if (statSync(path).size === 0) {
    keepAside(path, 'empty')() // SQLite would take it for a new database and the loss would go unseen
    return null
  }
  if (!hasHeader(path)) {
    keepAside(path, 'not-a-database')() // of a few bytes SQLite says the same as of an empty file
    return null
  }
  const unclean = [`${path}-wal`, `${path}-journal`].some(log => existsSync(log) && statSync(log).size > 0)
  const sqlite = new Sqlite(path, { timeout: waitMs })
  let takeAway: () => void
  try {
    lock(sqlite)
    check(sqlite, unclean || statSync(path).size <= ALWAYS_CHECKED_BYTES)
    configure(sqlite)
    chmodSync(path, 0o600)
    return sqlite
  } catch (error) {
    const kind = damageKind(error)
    if (!kind) {
      sqlite.close()
      throw error
    }
    takeAway = keepAside(path, kind)
  }
  sqlite.close()
  takeAway()
  return null
}

function hasHeader(path: string): boolean {
  const header = Buffer.alloc(16)
  const handle = openSync(path, 'r')
  try {
    readSync(handle, header, 0, header.length, 0)
  } finally {
    closeSync(handle)
  }
  return header.toString('latin1') === 'SQLite format 3\0'
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

function configure(sqlite: Sqlite.Database): void {
  if (sqlite.pragma('journal_mode = WAL', { simple: true }) !== 'wal') sqlite.pragma('journal_mode = DELETE')
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

function update(sqlite: Sqlite.Database, path: string, migrations: readonly string[], faults: StorageFaults): void {
  const version = schemaVersion(sqlite)
  if (version > migrations.length) {
    throw new SporaError(
      'DB_NEWER',
      `${path} was written by a newer version of Spora. Start that version, or choose another folder with --data.`,
      { version, known: migrations.length },
    )
  }
  if (version < migrations.length) {
    backUpDatabase(sqlite, path, `before-update-from-${version}`, faults)
    migrate(sqlite, migrations, faults)
  }
  refuseUnexpectedSchema(sqlite, path, migrations)
}

/** A trigger or view that no version of Spora made could change what a decision means. */
function refuseUnexpectedSchema(sqlite: Sqlite.Database, path: string, migrations: readonly string[]): void {
  const memory = pristine(migrations)
  const expected = new Set(objects(memory))
  memory.close()
  const found = objects(sqlite)
  const odd = found.filter(object => !expected.delete(object)).concat([...expected])
  if (odd.length === 0) return
  const names = odd.map(object => object.slice(0, object.indexOf('\n')))
  throw new SporaError(
    'DB_SCHEMA_UNEXPECTED',
    `${path} is not built as this version of Spora builds it (${names.slice(0, 3).join(', ')}). Put a backup in its place, or move it away to begin anew.`,
    { objects: names },
  )
}

function objects(sqlite: Sqlite.Database): string[] {
  return sqlite
    .prepare(
      "SELECT type || ' ' || name || char(10) || sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'",
    )
    .pluck()
    .all() as string[]
}
