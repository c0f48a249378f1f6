import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

export type BackupReason = 'daily' | 'asked' | 'before-update' | 'before-restore'

export interface BackupFile {
  readonly name: string
  readonly reason: BackupReason
  /** ISO 8601 in UTC. */
  readonly madeAt: string
  readonly bytes: number
}

const NAME = /^(daily|asked|before-restore|before-update)(?:-from-\d+)?-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-([\d.]+Z)\.db$/

export function backupsFolder(dataFolder: string): string {
  return join(dataFolder, 'backups')
}

export function backupName(reason: string, at = new Date()): string {
  return `${reason}-${at.toISOString().replaceAll(':', '-')}.db`
}

export const DAY_MS = 24 * 60 * 60 * 1000

/**
 * Every backup of a data folder, the newest first. Other files there are not ours. What has a date more than a day ahead
 * was made before the clock was set back, so it is older than what was made since.
 */
export function listBackups(dataFolder: string, now = Date.now()): BackupFile[] {
  const isAhead = ({ madeAt }: BackupFile) => Number(Date.parse(madeAt) > now + DAY_MS)
  const folder = backupsFolder(dataFolder)
  return namesIn(folder)
    .flatMap(name => {
      const [, reason, day, hour, minute, second] = NAME.exec(name) ?? []
      const bytes = reason === undefined ? undefined : sizeOf(join(folder, name))
      if (bytes === undefined) return []
      return [{ name, reason: reason as BackupReason, madeAt: `${day}T${hour}:${minute}:${second}`, bytes }]
    })
    .sort((a, b) => isAhead(a) - isAhead(b) || (a.madeAt < b.madeAt ? 1 : -1))
}

/**
 * Takes away daily backups beyond the newest `kept`, and what was left of backups that were interrupted. What cannot be
 * deleted stays: there may be one too many, but there must be one of today.
 */
export function pruneBackups(dataFolder: string, kept: number, now = Date.now()): void {
  const folder = backupsFolder(dataFolder)
  const old = listBackups(dataFolder, now)
    .filter(({ reason }) => reason === 'daily')
    .slice(kept)
  const drafts = namesIn(folder).filter(name => /\.db\.new(-journal|-wal|-shm)?$/.test(name))
  for (const name of [...old.map(backup => backup.name), ...drafts])
    try {
      rmSync(join(folder, name), { force: true })
    } catch {
      // Tried again with the next one.
    }
}

/** Undefined for what is no file that can be read: a folder, a link to nothing, one that has just gone. */
function sizeOf(file: string): number | undefined {
  try {
    const found = statSync(file)
    return found.isFile() ? found.size : undefined
  } catch {
    return undefined
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return [] // There were none yet.
  }
}
