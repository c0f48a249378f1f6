import { lstatSync } from 'node:fs'
import writeFileAtomic from 'write-file-atomic'
import { SporaError } from '../../shared/spora-error.ts'

/**
 * A file a person asked for, where they chose: whole or not at all, in place of one that is there. Never through a link,
 * which could lead to something else than what they saw.
 */
export async function writeExport(path: string, text: string): Promise<void> {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (found && !found.isFile()) {
    const what = found.isDirectory()
      ? 'a folder'
      : found.isSymbolicLink()
        ? 'a link to another file'
        : 'no ordinary file'
    throw target(path, `it is ${what}`)
  }
  try {
    await writeFileAtomic(path, text)
  } catch (error) {
    throw target(path, REASONS[(error as NodeJS.ErrnoException).code ?? ''] ?? String(error))
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'its folder is not there',
  ENOTDIR: 'its folder is not there',
  EACCES: 'access is denied',
  EPERM: 'access is denied',
  EROFS: 'the disk can only be read',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full',
  ENAMETOOLONG: 'its name is too long',
}

function target(path: string, why: string): SporaError {
  return new SporaError('EXPORT_TARGET', `${path} was not written: ${why}. Choose another name or folder.`, { path })
}
