import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { openProblem, utf8Text } from '../../storage/read-small-file.ts'

export type TextFile =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'missing' | 'not_regular' | 'link' | 'too_large' | 'not_utf8' | 'unreadable' }

/**
 * Reads a small text file that somebody else wrote: opened without waiting (a FIFO would block) and without following
 * a link, read no further than the limit, and decoded strictly.
 */
export async function readTextFile(path: string, limit: number): Promise<TextFile> {
  let handle: FileHandle
  try {
    handle = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0))
  } catch (error) {
    return { kind: openProblem((error as NodeJS.ErrnoException).code) }
  }
  try {
    if (!(await handle.stat()).isFile()) return { kind: 'not_regular' }
    const bytes = await readUpTo(handle, limit + 1)
    if (bytes.length > limit) return { kind: 'too_large' }
    return decode(bytes)
  } catch {
    return { kind: 'unreadable' }
  } finally {
    await handle.close()
  }
}

async function readUpTo(handle: FileHandle, size: number): Promise<Buffer> {
  const buffer = Buffer.alloc(size)
  let filled = 0
  while (filled < size) {
    const { bytesRead } = await handle.read(buffer, filled, size - filled, filled)
    if (bytesRead === 0) break
    filled += bytesRead
  }
  return buffer.subarray(0, filled)
}

function decode(bytes: Buffer): TextFile {
  const text = utf8Text(bytes)
  return text === null ? { kind: 'not_utf8' } : { kind: 'text', text }
}
