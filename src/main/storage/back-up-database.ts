import { chmodSync, closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, statfsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { SporaError } from '../../shared/spora-error.ts'
import { NO_STORAGE_FAULTS } from './faults.ts'
import { schemaVersion } from './migrate.ts'
import { syncFolder } from './sync-folder.ts'

/** A checked copy in `backups/` beside the file. Answers its path; leaves nothing behind when it fails. */
export function backUpDatabase(
  sqlite: Sqlite.Database,
  file: string,
  reason: string,
  faults = NO_STORAGE_FAULTS,
): string {
  const folder = join(dirname(file), 'backups')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  refuseWhenFull(file, folder)
  const backup = join(folder, `${reason}-${new Date().toISOString().replaceAll(':', '-')}.db`)
  const draft = `${backup}.new`
  try {
    sqlite.prepare('VACUUM INTO ?').run(draft)
    faults.at('F21')
    chmodSync(draft, 0o600)
    sync(draft)
    check(draft, schemaVersion(sqlite))
    renameSync(draft, backup)
    syncFolder(backup)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
  return backup
}

function refuseWhenFull(file: string, folder: string): void {
  const { bavail, bsize } = statfsSync(folder)
  const needed = 3 * statSync(file).size
  if (bavail * bsize < needed) {
    throw new SporaError(
      'DB_FULL',
      `Spora needs ${Math.ceil(needed / 1e6)} MB of free space in ${folder} to back up its database before updating it. Free some space and start again.`,
      { needed },
    )
  }
}

function sync(file: string): void {
  const handle = openSync(file, 'r+')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

function check(file: string, version: number): void {
  const copy = new Sqlite(file, { readonly: true })
  try {
    const verdict = copy.pragma('integrity_check', { simple: true })
    if (verdict !== 'ok' || schemaVersion(copy) !== version) {
      throw new SporaError('DB_CORRUPT', `The backup ${file} did not come out right: ${verdict}. Nothing was changed.`)
    }
  } finally {
    copy.close()
  }
}
