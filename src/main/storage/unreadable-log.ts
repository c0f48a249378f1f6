import { closeSync, constants, copyFileSync, openSync, readSync, rmSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import type { StorageNotice } from './quarantine.ts'
import { syncFolder } from './sync-folder.ts'

const HEADER_BYTES = 32

interface KeptLog {
  readonly notice: StorageNotice
  /** The file could not be opened after all: the copy goes, the log is where it was. */
  forget(): void
}

/**
 * SQLite ignores a log it cannot read, writes over it and says nothing (B354). Before it does, the bytes are kept under a
 * dated name. Null when the log is readable, empty or not there. Copied, not moved: it may yet be another process's.
 */
export function keepUnreadableLog(file: string): KeptLog | null {
  const log = `${file}-wal`
  if (isReadable(log)) return null
  const kept = `${log}.unreadable-${new Date().toISOString().replaceAll(':', '-')}`
  copyFileSync(log, kept, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL)
  syncFolder(file)
  return {
    notice: {
      code: 'DB_CORRUPT',
      message: `${log} is no log of this database and was not read. What was saved before it is all there; what you did last may be missing. Spora kept it unchanged as ${basename(kept)}. If something is missing, go back to a backup in Settings → Data.`,
    },
    forget: () => rmSync(kept, { force: true }),
  }
}

/** Whether SQLite reads it: by its own mark, and the checksum over its header. */
function isReadable(log: string): boolean {
  const size = statSync(log, { throwIfNoEntry: false })?.size ?? 0
  if (size === 0) return true
  if (size < HEADER_BYTES) return false
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
