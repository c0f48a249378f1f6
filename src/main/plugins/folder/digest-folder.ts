import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { FolderFile } from './walk-folder.ts'

export interface FolderDigest {
  /** Null when a file could not be read. */
  readonly digest: string | null
  readonly unreadable: readonly { readonly path: string; readonly code: string }[]
}

/** SHA-256 over the names and contents of a folder's files: the same for the same files anywhere. */
export async function digestFolder(
  root: string,
  files: readonly FolderFile[],
  signal?: AbortSignal,
): Promise<FolderDigest> {
  const whole = createHash('sha256')
  const unreadable: { path: string; code: string }[] = []
  for (const file of files) {
    signal?.throwIfAborted()
    try {
      const content = file.link === null ? await digestFile(join(root, file.path)) : `link:${file.link}`
      whole.update(JSON.stringify([file.path, content]))
    } catch (error) {
      unreadable.push({ path: file.path, code: (error as NodeJS.ErrnoException).code ?? 'error' })
    }
  }
  return { digest: unreadable.length === 0 ? whole.digest('hex') : null, unreadable }
}

async function digestFile(path: string): Promise<string> {
  const handle = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0))
  try {
    const hash = createHash('sha256')
    for await (const chunk of handle.createReadStream({ autoClose: false })) hash.update(chunk)
    return hash.digest('hex')
  } finally {
    await handle.close()
  }
}
