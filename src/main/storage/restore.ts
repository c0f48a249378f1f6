import {
  chmodSync,
  constants,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import Sqlite from 'better-sqlite3'
import writeFileAtomic from 'write-file-atomic'
import { z } from 'zod'
import { SporaError } from '../../shared/spora-error.ts'
import { checkBackup, sync } from './back-up-database.ts'
import { backupName, backupsFolder, listBackups } from './backup-files.ts'
import { databaseFile, realFile } from './data-folder.ts'
import { hasHeader } from './has-header.ts'
import { unmarkLog } from './lost-log.ts'
import { migrate, schemaVersion } from './migrate.ts'
import { migrations as released } from './migrations/index.ts'
import type { StorageNotice } from './quarantine.ts'
import { errorCode, reasonOf } from './storage-error.ts'
import { syncFolder } from './sync-folder.ts'
import { unexpectedObjects } from './unexpected-objects.ts'

const requestShape = z.object({ backup: z.string() })
const LOGS = ['-wal', '-journal']
const PARTS = [...LOGS, '']

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
 * dies at any point leaves one of the two, and the next start does the rest. What cannot be carried out changes nothing
 * and is not tried again: the app opens. Answers what a person should know.
 */
export function restoreAsAsked(dataFolder: string): StorageNotice[] {
  const file = realFile(databaseFile(dataFolder))
  const folder = dirname(file)
  const name = requestedRestore(folder)
  if (name === null || isOutOfReach(file)) return []
  try {
    const kept = restore(file, name)
    const before = kept === null ? '' : ` What was there before is kept as ${kept}.`
    const message = `Everything is as it was in the backup ${name}.${before}`
    return [{ code: 'RESTORED', message: message + endRequest(folder) }]
  } catch (error) {
    const message = `The backup ${name} could not be restored: ${reasonOf(error)}. Nothing was changed. Mend that and restore it again, or choose another backup, in Settings → Data.`
    return [{ code: errorCode(error) ?? 'DB_CORRUPT', message: message + endRequest(folder) }]
  }
}

/** Must not keep the app from opening either. */
function endRequest(folder: string): string {
  try {
    cancelRestore(folder)
    return ''
  } catch (error) {
    return ` Delete ${requestFile(folder)}, or the next start tries it again: Spora could not (${reasonOf(error)}).`
  }
}

/** Where the file that was there before is kept; null when there was none. */
function restore(file: string, name: string): string | null {
  const draft = draftOf(file, name, released).path
  try {
    const kept = keepCurrent(file)
    putInPlace(draft, file, kept)
    return kept
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
}

/** The newest backup that can take the place of a damaged database, ready to be put there. Null when there is none. */
export function backupToGoBackTo(
  file: string,
  migrations: readonly string[],
): { readonly name: string; readonly draft: string } | null {
  for (const { name, reason } of listBackups(dirname(file))) {
    if (reason === 'before-restore') continue // the person went away from what is in it
    try {
      const draft = draftOf(file, name, migrations)
      if (draft.usable) return { name, draft: draft.path }
      rmSync(draft.path)
    } catch {
      // Damaged too: the one before it may be whole.
    }
  }
  return null
}

interface Draft {
  readonly path: string
  /** False when it can only be looked at. */
  readonly usable: boolean
}

/** A checked copy of a backup beside the database, in which nothing goes on by itself. Leaves nothing when it fails. */
function draftOf(file: string, name: string, migrations: readonly string[]): Draft {
  const folder = dirname(file)
  const path = `${file}.restored`
  try {
    if (!listBackups(folder).some(backup => backup.name === name)) throw new Error('it is not there')
    copyFileSync(join(backupsFolder(folder), name), path)
    checkBackup(path)
    const usable = bringUpToDate(path, migrations)
    sync(path)
    return { path, usable }
  } catch (error) {
    rmSync(path, { force: true })
    throw error
  }
}

/** False when the copy is not built as any version up to this one built it: it stays as it is. */
function bringUpToDate(file: string, migrations: readonly string[]): boolean {
  const sqlite = new Sqlite(file)
  try {
    const version = schemaVersion(sqlite)
    if (version > migrations.length || unexpectedObjects(sqlite, migrations.slice(0, version)).length > 0) return false
    migrate(sqlite, migrations)
    sqlite.transaction(() => stopEverything(sqlite))()
    return true
  } finally {
    sqlite.close()
  }
}

/** Somebody else's running app, or a disk that is not there now: the start that follows says so. */
function isOutOfReach(file: string): boolean {
  if (!existsSync(file)) return lstatSync(file, { throwIfNoEntry: false }) !== undefined // a link that leads nowhere
  let sqlite: Sqlite.Database | undefined
  try {
    if (!hasHeader(file)) return false // nobody has it open, and SQLite would delete the log beside it
    sqlite = new Sqlite(file, { timeout: 1_500 })
    sqlite.pragma('locking_mode = EXCLUSIVE')
    sqlite.exec('BEGIN IMMEDIATE; COMMIT')
    return false
  } catch (error) {
    return /^(SQLITE_(BUSY|LOCKED|CANTOPEN)|E)/.test((error as { code?: string }).code ?? '')
  } finally {
    sqlite?.close()
  }
}

/**
 * Whether a call ran after the backup was made, the backup does not know: a person is asked (J2). Nor does it know what
 * its running chats did since, so they stop, and do not do it a second time.
 */
function stopEverything(sqlite: Sqlite.Database): void {
  sqlite.exec(`
    UPDATE tool_calls SET state = 'outcome_unknown' WHERE state IN ('ready', 'started') AND idempotent = 0
      AND NOT EXISTS (SELECT 1 FROM tasks WHERE parent_call_id = tool_calls.id);
    UPDATE tasks SET retry_at = NULL;`)
  // A chat whose sub-agent waits for a person has done nothing meanwhile.
  sqlite
    .prepare(
      `WITH RECURSIVE asking (id) AS (
         SELECT id FROM tasks WHERE status = 'PENDING_APPROVAL'
         UNION SELECT parent_task_id FROM tasks JOIN asking USING (id) WHERE parent_task_id IS NOT NULL)
       UPDATE tasks SET status = 'FAILED', error_code = 'RESTORED', error_message = ?
       WHERE status IN ('QUEUED', 'RUNNING') OR (status = 'AWAITING_SUB_AGENTS' AND id NOT IN asking)`,
    )
    .run('A backup was restored, and what this chat did after it was made is not known. Try again to let it go on.')
}

/**
 * A copy of what is there now, whole or not at all. Copied, not moved: the backups may be on another disk, and the
 * database is never away from its place, where a start would take it for lost.
 */
function keepCurrent(file: string): string | null {
  if (!existsSync(file)) return null
  const folder = backupsFolder(dirname(file))
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const kept = join(folder, backupName('before-restore'))
  const draft = `${kept}.new`
  const parts = PARTS.filter(part => existsSync(file + part))
  try {
    for (const part of parts) {
      copyFileSync(file + part, draft + part, constants.COPYFILE_FICLONE)
      chmodSync(draft + part, 0o600)
      sync(draft + part)
    }
    for (const part of parts) renameSync(draft + part, kept + part)
    syncFolder(kept)
    return kept
  } catch (error) {
    for (const part of PARTS) rmSync(draft + part, { force: true })
    forget(kept)
    throw error
  }
}

/** The logs first: what is in them SQLite would write into whatever file they stand beside. */
function putInPlace(draft: string, file: string, kept: string | null): void {
  try {
    unmarkLog(file)
    for (const part of [...LOGS, '-shm']) rmSync(file + part, { force: true })
    renameSync(draft, file)
  } catch (error) {
    if (kept !== null) {
      for (const log of LOGS) if (existsSync(kept + log)) copyFileSync(kept + log, file + log)
      forget(kept)
    }
    throw error
  }
  syncFolder(file)
}

function forget(kept: string): void {
  for (const part of PARTS) rmSync(kept + part, { force: true })
}
