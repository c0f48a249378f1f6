import { linkSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { syncFolder } from './sync-folder.ts'

/**
 * A file that appears whole or not at all, and never in place of another: when one with this name is there already, it
 * stays as it is. For this account only.
 */
export function placeNewFile(file: string, content: Buffer | string): void {
  const draft = `${file}.new-${process.pid}`
  try {
    writeFileSync(draft, content, { mode: 0o600, flush: true })
    link(draft, file)
    syncFolder(file)
  } finally {
    rmSync(draft, { force: true })
  }
}

/** A link never replaces what is there. File systems without links get a rename. */
function link(draft: string, file: string): void {
  try {
    linkSync(draft, file)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') return
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'EOPNOTSUPP' && code !== 'ENOSYS') throw error
    renameSync(draft, file)
  }
}
