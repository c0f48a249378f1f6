import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { copyFile, mkdir, rename, rm, symlink } from 'node:fs/promises'
import { dirname, join, posix } from 'node:path'
import { digestFolder } from './digest-folder.ts'
import { type FolderFile, walkFolder } from './walk-folder.ts'

/** Beginnings of folder names that only exist while something is moved; a slug cannot begin like that. */
export const INCOMING = '.incoming-'
export const OUTGOING = '.outgoing-'

/** Copies the listed files and answers the copy's own digest: what was really copied, not what was meant to be. */
export async function copyFolder(from: string, files: readonly FolderFile[], to: string): Promise<string> {
  await mkdir(to, { recursive: true, mode: 0o700 })
  for (const file of files) {
    const target = join(to, file.path)
    await mkdir(dirname(target), { recursive: true, mode: 0o700 })
    if (file.link === null) await copyFile(join(from, file.path), target, constants.COPYFILE_EXCL)
    else await symlink(posix.relative(posix.dirname(file.path), file.link), target)
  }
  const copied = await walkFolder(to)
  return copied.checks.length > 0 ? '' : digestFolder(to, copied.files)
}

/** Puts a finished copy in its place; what stood there is deleted only after the new one stands. */
export async function moveIntoPlace(parent: string, incoming: string, name: string): Promise<void> {
  const outgoing = join(parent, `${OUTGOING}${name}-${randomUUID()}`)
  const target = join(parent, name)
  const replaced = await rename(target, outgoing).then(
    () => true,
    () => false,
  )
  try {
    await rename(incoming, target)
  } catch (error) {
    if (replaced) await rename(outgoing, target)
    throw error
  }
  if (replaced) await rm(outgoing, { recursive: true, force: true })
}
