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

/** Every backup of a data folder, the newest first. Other files there are not ours. */
export function listBackups(dataFolder: string): BackupFile[] {
  const folder = backupsFolder(dataFolder)
  return namesIn(folder)
    .flatMap(name => {
      const [, reason, day, hour, minute, second] = NAME.exec(name) ?? []
      if (reason === undefined) return []
      const madeAt = `${day}T${hour}:${minute}:${second}`
      return [{ name, reason: reason as BackupReason, madeAt, bytes: statSync(join(folder, name)).size }]
    })
    .sort((a, b) => (a.madeAt < b.madeAt ? 1 : -1))
}

/** Takes away daily backups beyond the newest `kept`, and what was left of backups that were interrupted. */
export function pruneBackups(dataFolder: string, kept: number): void {
  const folder = backupsFolder(dataFolder)
  const old = listBackups(dataFolder)
    .filter(({ reason }) => reason === 'daily')
    .slice(kept)
  const drafts = namesIn(folder).filter(name => /\.db\.new(-journal|-wal|-shm)?$/.test(name))
  for (const name of [...old.map(backup => backup.name), ...drafts]) rmSync(join(folder, name), { force: true })
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return [] // There were none yet.
  }
}
