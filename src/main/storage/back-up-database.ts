import { chmodSync, closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, statfsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { SporaError } from '../../shared/spora-error.ts'
import { backupName, backupsFolder } from './backup-files.ts'
import { NO_STORAGE_FAULTS } from './faults.ts'
import { APPLICATION_ID, schemaVersion } from './migrate.ts'
import { syncFolder } from './sync-folder.ts'

/** A checked copy in `backups/` beside the file, made at once. Answers its path; leaves nothing behind when it fails. */
export function backUpDatabase(
  sqlite: Sqlite.Database,
  file: string,
  reason: string,
  faults = NO_STORAGE_FAULTS,
): string {
  const draft = begin(file, reason)
  try {
    sqlite.prepare('VACUUM INTO ?').run(draft.path)
    faults.at('F21')
    return finish(sqlite, draft)
  } catch (error) {
    rmSync(draft.path, { force: true })
    throw error
  }
}

/** The same in small steps, so that the app goes on meanwhile. */
export async function backUpWhileRunning(sqlite: Sqlite.Database, file: string, reason: string): Promise<string> {
  const draft = begin(file, reason)
  try {
    await sqlite.backup(draft.path)
    return finish(sqlite, draft)
  } catch (error) {
    rmSync(draft.path, { force: true })
    throw error
  }
}

interface Draft {
  readonly path: string
  readonly target: string
}

function begin(file: string, reason: string): Draft {
  const folder = backupsFolder(dirname(file))
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  refuseWhenFull(file, folder)
  const target = join(folder, backupName(reason))
  return { path: `${target}.new`, target }
}

function finish(sqlite: Sqlite.Database, { path, target }: Draft): string {
  chmodSync(path, 0o600)
  standAlone(path)
  checkBackup(path, schemaVersion(sqlite))
  sync(path)
  renameSync(path, target)
  syncFolder(target)
  return target
}

/** Throws what is wrong with a copy of our database. `version`: the one it must have. */
export function checkBackup(file: string, version?: number): void {
  const copy = new Sqlite(file, { readonly: true, fileMustExist: true })
  try {
    if (copy.pragma('application_id', { simple: true }) !== APPLICATION_ID)
      throw new SporaError('DB_FOREIGN', `${file} is not a database of Spora.`, { file })
    const verdict = copy.pragma('integrity_check(1)', { simple: true })
    if (verdict !== 'ok' || (version !== undefined && schemaVersion(copy) !== version))
      throw new SporaError('DB_CORRUPT', `The backup ${file} is not a whole database: ${verdict}.`, { file })
  } finally {
    copy.close()
  }
}

/** One file that needs no log beside it. */
function standAlone(file: string): void {
  const copy = new Sqlite(file)
  try {
    copy.pragma('journal_mode = DELETE')
  } finally {
    copy.close()
  }
}

function refuseWhenFull(file: string, folder: string): void {
  const { bavail, bsize } = statfsSync(folder)
  const needed = 3 * statSync(file).size
  if (bavail * bsize >= needed) return
  throw new SporaError(
    'DB_FULL',
    `No backup could be made: it needs ${Math.ceil(needed / 1e6)} MB of free space in ${folder}. Free some space and try again.`,
    { needed },
  )
}

export function sync(file: string): void {
  const handle = openSync(file, 'r+')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
