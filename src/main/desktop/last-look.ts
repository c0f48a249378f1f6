import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import writeFileAtomic from 'write-file-atomic'
import { type Look, parseLook } from '../../shared/look.ts'
import { databaseFile } from '../storage/data-folder.ts'

const file = (dataFolder: string) => join(dataFolder, 'look.json')

const FIRST_LOOK: Look = { theme: 'system', welcomed: false, list_collapsed: false }

/**
 * How the window looked last, so that its first picture need not wait for the database; where there is none yet, how it
 * looks the very first time. Null when nobody knows.
 */
export function lastLook(dataFolder: string): Look | null {
  try {
    return parseLook(readFileSync(file(dataFolder), 'utf8'))
  } catch {
    return existsSync(databaseFile(dataFolder)) ? null : FIRST_LOOK
  }
}

export function keepLook(dataFolder: string, { theme, welcomed, list_collapsed }: Look): void {
  try {
    writeFileAtomic.sync(file(dataFolder), JSON.stringify({ theme, welcomed, list_collapsed }), { mode: 0o600 })
  } catch {
    // The next window waits for the database; closing goes on.
  }
}
