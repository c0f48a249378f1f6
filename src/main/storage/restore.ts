import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import writeFileAtomic from 'write-file-atomic'
import { z } from 'zod'
import { SporaError } from '../../shared/spora-error.ts'
import { checkBackup, sync } from './back-up-database.ts'
import { backupName, backupsFolder, listBackups } from './backup-files.ts'
import { databaseFile } from './data-folder.ts'
import type { StorageNotice } from './quarantine.ts'
import { syncFolder } from './sync-folder.ts'

const requestShape = z.object({ backup: z.string() })
const LOGS = ['-wal', '-journal']

const requestFile = (dataFolder: string) => join(dataFolder, 'restore.json')

/** The backup that takes the place of the database at the next start. */
export function requestedRestore(dataFolder: string): string | null {
  try {
    return requestShape.parse(JSON.parse(readFileSync(requestFile(dataFolder), 'utf8'))).backup
  } catch {
    return null
  }
}

/** Never while the app runs: it is done at the next start, before anything else. */
export function requestRestore(dataFolder: string, name: string): void {
  if (!listBackups(dataFolder).some(backup => backup.name === name))
    throw new SporaError('NOT_FOUND', `There is no backup “${name}” in ${backupsFolder(dataFolder)}.`, { name })
  checkBackup(join(backupsFolder(dataFolder), name))
  writeFileAtomic.sync(requestFile(dataFolder), JSON.stringify({ backup: name }), { mode: 0o600 })
}

export function cancelRestore(dataFolder: string): void {
  rmSync(requestFile(dataFolder), { force: true })
}

/**
 * Puts the backup that was asked for in the database's place and keeps what was there among the backups. A process that
 * dies at any point leaves one of the two, and the next start does the rest. A backup that cannot be used changes
 * nothing. Answers what a person should know.
 */
export function restoreAsAsked(dataFolder: string): StorageNotice[] {
  const name = requestedRestore(dataFolder)
  const file = databaseFile(dataFolder)
  if (name === null || isInUse(file)) return []
  const draft = `${file}.restored`
  try {
    if (!listBackups(dataFolder).some(backup => backup.name === name)) throw new Error('it is not there')
    copyFileSync(join(backupsFolder(dataFolder), name), draft)
    checkBackup(draft)
    askAboutCalls(draft)
    sync(draft)
  } catch (error) {
    rmSync(draft, { force: true })
    cancelRestore(dataFolder)
    const reason = error instanceof Error ? error.message : String(error)
    return [
      { code: 'DB_CORRUPT', message: `The backup ${name} could not be restored: ${reason}. Nothing was changed.` },
    ]
  }
  const kept = keepCurrent(dataFolder, file)
  renameSync(draft, file)
  syncFolder(file)
  cancelRestore(dataFolder)
  const before = kept === null ? '' : ` What was there before is kept as ${kept}.`
  return [{ code: 'RESTORED', message: `Everything is as it was in the backup ${name}.${before}` }]
}

/** Somebody else's running app: the start that follows says so. */
function isInUse(file: string): boolean {
  if (!existsSync(file)) return false
  const sqlite = new Sqlite(file, { timeout: 1_500 })
  try {
    sqlite.pragma('locking_mode = EXCLUSIVE')
    sqlite.exec('BEGIN IMMEDIATE; COMMIT')
    return false
  } catch (error) {
    return error instanceof Sqlite.SqliteError && /^SQLITE_(BUSY|LOCKED)/.test(error.code)
  } finally {
    sqlite.close()
  }
}

/** Whether a call ran after the backup was made, the backup does not know: a person is asked (J2). */
function askAboutCalls(file: string): void {
  const sqlite = new Sqlite(file)
  try {
    sqlite.exec(
      "UPDATE tool_calls SET state = 'outcome_unknown' WHERE state IN ('ready', 'started') AND idempotent = 0",
    )
  } finally {
    sqlite.close()
  }
}

function keepCurrent(dataFolder: string, file: string): string | null {
  if (!existsSync(file)) return null
  mkdirSync(backupsFolder(dataFolder), { recursive: true, mode: 0o700 })
  const kept = join(backupsFolder(dataFolder), backupName('before-restore'))
  for (const log of LOGS) if (existsSync(file + log)) renameSync(file + log, kept + log)
  rmSync(`${file}-shm`, { force: true })
  renameSync(file, kept)
  syncFolder(kept)
  return kept
}
