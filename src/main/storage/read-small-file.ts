import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'

export type SmallFile =
  | { readonly kind: 'bytes'; readonly bytes: Buffer }
  | { readonly kind: 'missing' | 'not_regular' | 'link' | 'too_large' | 'unreadable' }

/**
 * Reads a file that somebody else wrote: without waiting (a FIFO would block) and without following a link, and no
 * further than the limit.
 */
export function readSmallFile(path: string, limit: number): SmallFile {
  let file: number
  try {
    file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0))
  } catch (error) {
    return { kind: openProblem((error as NodeJS.ErrnoException).code) }
  }
  try {
    const { size } = fstatSync(file)
    if (!fstatSync(file).isFile()) return { kind: 'not_regular' }
    if (size > limit) return { kind: 'too_large' }
    const bytes = Buffer.alloc(limit + 1)
    let filled = 0
    for (let read = -1; read !== 0 && filled < bytes.length; filled += read)
      read = readSync(file, bytes, filled, bytes.length - filled, filled)
    return filled > limit ? { kind: 'too_large' } : { kind: 'bytes', bytes: bytes.subarray(0, filled) }
  } catch {
    return { kind: 'unreadable' }
  } finally {
    closeSync(file)
  }
}

/** Why a file could not be opened in this way, by the system's code. */
export function openProblem(code: string | undefined): 'missing' | 'link' | 'not_regular' | 'unreadable' {
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'missing'
  if (code === 'ELOOP' || code === 'EMLINK') return 'link'
  if (code === 'ENXIO' || code === 'EISDIR') return 'not_regular' // a socket cannot be opened at all
  return 'unreadable'
}

/** Strict UTF-8 without a byte order mark; null for anything else. A NUL is never text. */
export function utf8Text(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return text.includes('\0') ? null : text
  } catch {
    return null
  }
}
