import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { PluginCheck } from '../../../shared/contract/plugins.ts'
import { quote } from '../../tools/quote.ts'
import { fail, pass } from '../check.ts'
import { MANIFEST_FILE } from '../manifest/plugin-manifest.ts'
import type { Place } from '../manifest/text-positions.ts'
import type { FolderFile } from './walk-folder.ts'

/** Whether the manifest's `main` names a script of the folder, spelled exactly as on disk. */
export async function entryCheck(
  root: string,
  main: string,
  files: readonly FolderFile[],
  place: Place | null,
): Promise<PluginCheck> {
  const where = { file: MANIFEST_FILE, ...place }
  const path = main.replace(/^(\.\/)+/, '').replaceAll(/\/(\.\/)+/g, '/')
  const file = files.find(candidate => candidate.path === path)
  if (!file) {
    const otherCase = files.find(candidate => candidate.path.toLowerCase() === path.toLowerCase())
    if (otherCase)
      return fail(
        'ENTRY_CASE',
        'The entry file is spelled differently',
        `"main" says ${quote(main)}, the file is called ${quote(otherCase.path)}. Write it the same way.`,
        where,
      )
    const isFolder = files.some(candidate => candidate.path.startsWith(`${path.replace(/\/$/, '')}/`))
    if (isFolder)
      return fail(
        'ENTRY_INVALID',
        'The entry is a folder',
        `"main" says ${quote(main)}, which is a folder. Name a file in it.`,
        where,
      )
    return fail(
      'ENTRY_MISSING',
      'The entry file is not there',
      `"main" says ${quote(main)}, and the folder has no such file. Create it or name another.`,
      where,
    )
  }
  const problem = /\.(mjs|js|cjs)$/.test(path)
    ? await scriptProblem(join(root, path))
    : 'is no JavaScript file (.mjs, .js or .cjs)'
  if (problem) return fail('ENTRY_INVALID', 'The entry file cannot be run', `${path} ${problem}.`, { file: path })
  return pass('ENTRY', `Entry file ${path} is there`)
}

async function scriptProblem(path: string): Promise<string | null> {
  const handle = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)).catch(() => null)
  if (handle === null) return 'cannot be read'
  try {
    if (!(await handle.stat()).isFile()) return 'is not an ordinary file'
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(8192), 0, 8192, 0)
    if (bytesRead === 0) return 'is empty. Export the plugin from it'
    return buffer.subarray(0, bytesRead).includes(0) ? 'holds binary data' : null
  } finally {
    await handle.close()
  }
}
