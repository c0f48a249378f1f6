import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { copyFile, mkdir, rename, rm, symlink } from 'node:fs/promises'
import { dirname, join, posix } from 'node:path'
import { digestFolder } from './digest-folder.ts'
import { type FolderFile, walkFolder } from './walk-folder.ts'

/** Beginnings of folder names that only exist while something is moved; a slug cannot begin like that. */
export const INCOMING = '.incoming-'
const OUTGOING = '.outgoing-'

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
  return copied.checks.length > 0 ? '' : ((await digestFolder(to, copied.files)).digest ?? '')
}

/**
 * Puts a finished copy in its place and does what goes with it; what stood there is deleted only then, and stands again
 * when that fails.
 */
export async function moveIntoPlace(parent: string, incoming: string, name: string, done: () => void): Promise<void> {
  const outgoing = join(parent, `${OUTGOING}${name}-${randomUUID()}`)
  const target = join(parent, name)
  const replaced = await rename(target, outgoing).then(
    () => true,
    () => false,
  )
  try {
    await rename(incoming, target)
    done()
  } catch (error) {
    await rm(target, { recursive: true, force: true })
    if (replaced) await rename(outgoing, target)
    throw error
  }
  if (replaced) await rm(outgoing, { recursive: true, force: true })
}

/** The name that a folder bore before it was moved away; null when it is no such folder. */
export function outgoingSlug(folder: string): string | null {
  const [, slug = null] = OUTGOING_NAME.exec(folder) ?? []
  return slug
}

const OUTGOING_NAME = /^\.outgoing-(.+)-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
