import type { DroppedFolder } from '../../shared/dropped-folder.ts'
import { apiError } from '../api/api-error.ts'

/** The path of a dropped folder stays here; the page learns the id of its review, or a sentence. */
export async function droppedFolder(
  path: unknown,
  choose: (path: string) => Promise<{ readonly candidate_id: string }>,
  log: (error: unknown) => void,
): Promise<DroppedFolder> {
  if (typeof path !== 'string' || path === '')
    return { problem: 'This is no folder on this computer. Drop the folder that holds plugin.json.' }
  try {
    return { candidate_id: (await choose(path)).candidate_id }
  } catch (error) {
    return { problem: apiError(error, log).message }
  }
}
