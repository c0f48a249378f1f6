import { stat } from 'node:fs/promises'
import { within } from '../../tools/within.ts'

/** A disk that takes longer is as good as gone. */
const DEADLINE_MS = 3_000

/** Whether a folder is there now; a network that does not answer means no. */
export function isFolder(path: string): Promise<boolean> {
  const found = stat(path).then(entry => entry.isDirectory())
  return within(found, DEADLINE_MS, () => new Error('late')).catch(() => false)
}
