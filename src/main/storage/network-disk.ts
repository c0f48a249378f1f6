import { statfsSync } from 'node:fs'
import type { StorageNotice } from './quarantine.ts'

/** What `statfs` calls file systems that another computer or program stands behind. */
const KINDS: ReadonlyMap<number, string> = new Map([
  [0x6969, 'NFS'],
  [0x517b, 'SMB'],
  [0xff534d42, 'SMB'],
  [0xfe534d42, 'SMB'],
  [0x65735546, 'FUSE'],
  [0x01021997, '9P'],
])

/** The kind of network or user-space disk a folder is on, as far as the system says; null on a local one. */
export function networkDisk(folder: string, typeOf = (path: string) => statfsSync(path).type): string | null {
  if (process.platform === 'win32') return /^[\\/]{2}/.test(folder) ? 'SMB' : null
  try {
    return KINDS.get(typeOf(folder) >>> 0) ?? null
  } catch {
    return null
  }
}

export function networkNotice(folder: string, kind: string): StorageNotice {
  return {
    code: 'NETWORK_DISK',
    message: `The data folder ${folder} is on a ${kind} disk. Two computers that use it at the same time, or a lost connection, can damage it. A folder on a local disk is safer: choose one with --data.`,
  }
}
