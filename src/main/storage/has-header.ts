import { closeSync, openSync, readSync } from 'node:fs'

/** Whether a file begins as every SQLite database does. */
export function hasHeader(path: string): boolean {
  const header = Buffer.alloc(16)
  const handle = openSync(path, 'r')
  try {
    readSync(handle, header, 0, header.length, 0)
  } finally {
    closeSync(handle)
  }
  return header.toString('latin1') === 'SQLite format 3\0'
}
