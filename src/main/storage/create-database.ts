import { linkSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { pristine } from './migrate.ts'
import { syncFolder } from './sync-folder.ts'

/**
 * A new database file appears whole or not at all, so an empty or half file later is always damage, never a start that
 * was interrupted. Does nothing when another process has just made one.
 */
export function createDatabase(file: string, migrations: readonly string[]): void {
  const draft = `${file}.new-${process.pid}`
  const memory = pristine(migrations)
  try {
    writeFileSync(draft, memory.serialize(), { mode: 0o600, flush: true })
    place(draft, file)
    syncFolder(file)
  } finally {
    memory.close()
    rmSync(draft, { force: true })
  }
}

/** A link never replaces what is there. File systems without links get a rename. */
function place(draft: string, file: string): void {
  try {
    linkSync(draft, file)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') return
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'EOPNOTSUPP' && code !== 'ENOSYS') throw error
    renameSync(draft, file)
  }
}
