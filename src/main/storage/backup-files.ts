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
      const bytes = reason === undefined ? undefined : sizeOf(join(folder, name))
      if (bytes === undefined) return []
      return [{ name, reason: reason as BackupReason, madeAt: `${day}T${hour}:${minute}:${second}`, bytes }]
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
