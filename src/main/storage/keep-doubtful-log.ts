import { closeSync, constants, copyFileSync, openSync, readSync, rmSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { isMarked } from './lost-log.ts'
import type { StorageNotice } from './quarantine.ts'
import { syncFolder } from './sync-folder.ts'

const HEADER_BYTES = 32

interface KeptLog {
  readonly notice: StorageNotice
  /** The file could not be opened after all: the copies go, everything is where it was. */
  forget(): void
}

/**
 * SQLite ignores a log it cannot read, writes over it and says nothing; one of another database it reads as if it were
 * this one's, over what this one holds (B354). Ours has a mark beside it. Before SQLite does either, the bytes are kept
 * under a dated name. Null when the log is ours, empty or not there. Copied, not moved: it may yet be another process's.
 */
export function keepDoubtfulLog(file: string): KeptLog | null {
  const log = `${file}-wal`
  if ((statSync(log, { throwIfNoEntry: false })?.size ?? 0) === 0) return null
  const at = new Date().toISOString().replaceAll(':', '-')
  if (!isReadable(log)) {
    const kept = `${log}.unreadable-${at}`
    return keep(
      [[log, kept]],
      `${log} is no log of this database and was not read. What was saved before it is all there; what you did last may be missing. Spora kept it unchanged as ${basename(kept)}. If something is missing, go back to a backup in Settings → Data.`,
    )
  }
  if (isMarked(file)) return null
  const kept = `${file}.before-log-${at}`
  return keep(
    [
      [file, kept],
      [log, `${kept}-wal`],
    ],
    `${log} was there although Spora had ended in order, so it may be the log of another database. It was read. Spora kept the database as it was without it as ${basename(kept)}. If something is missing, quit Spora and put that file in the place of ${basename(file)}.`,
  )
}

function keep(copies: readonly (readonly [from: string, to: string])[], message: string): KeptLog {
  for (const [from, to] of copies) copyFileSync(from, to, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL)
  syncFolder(copies[0]?.[0] ?? '')
  return {
    notice: { code: 'DB_CORRUPT', message },
    forget() {
      for (const [, to] of copies) rmSync(to, { force: true })
    },
  }
}

/** Whether SQLite reads it: by its own mark, and the checksum over its header. */
function isReadable(log: string): boolean {
  if (statSync(log).size < HEADER_BYTES) return false
  const header = Buffer.alloc(HEADER_BYTES)
  const handle = openSync(log, 'r')
  try {
    readSync(handle, header, 0, HEADER_BYTES, 0)
  } finally {
    closeSync(handle)
  }
  const magic = header.readUInt32BE(0)
  if (magic !== LITTLE_ENDIAN && magic !== BIG_ENDIAN) return false
  const word = (at: number) => (magic === BIG_ENDIAN ? header.readUInt32BE(at) : header.readUInt32LE(at))
  let [first, second] = [0, 0]
  for (let at = 0; at < HEADER_BYTES - 8; at += 8) {
    first = (first + word(at) + second) >>> 0
    second = (second + word(at + 4) + first) >>> 0
  }
  return header.readUInt32BE(24) === first && header.readUInt32BE(28) === second
}

/** How the checksums of a log are counted, as its first four bytes say. */
const LITTLE_ENDIAN = 0x377f0682
const BIG_ENDIAN = 0x377f0683
