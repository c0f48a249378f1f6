import { realpathSync, statSync } from 'node:fs'
import { isAbsolute, join, posix, relative, sep } from 'node:path'
import { z } from 'zod'
import { entryPathProblem } from './manifest/entry-path-problem.ts'
import { PluginFailure } from './process/plugin-failure.ts'
import { visibleText } from './visible-text.ts'

/** What a plugin brings beside its tools, by the folder's name that needs no hook. */
export type Brought = 'skills' | 'agent-templates'

export interface BroughtFolders {
  /** Those its hooks name, relative to the plugin's folder, with `/`. */
  readonly named: Readonly<Record<Brought, readonly string[]>>
  readonly problems: readonly { readonly code: string; readonly message: string }[]
}

const HOOKS = { skills: 'skillPaths', 'agent-templates': 'agentTemplatePaths' } as const
const MOST_FOLDERS = 20
/** An author who names the thing itself instead of the folder around it is told so. */
const AROUND = {
  skills: 'the folder that holds the folders of skills',
  'agent-templates': 'the folder that holds the templates’ files',
} as const

const named = z.object({ paths: z.array(z.string()), problem: z.string().nullable() })
const answer = z.object({ skillPaths: named, agentTemplatePaths: named })

/** The folders of this kind that are in the plugin now: the one of the usual name, then those its hook named. */
export function foldersOf(root: string, kind: Brought, brought: BroughtFolders | null) {
  const paths = new Set<string>([kind, ...(brought?.named[kind] ?? [])])
  return [...paths].flatMap(path => {
    const folder = folderInside(root, path)
    return folder === null ? [] : [{ path, folder }]
  })
}

/** Whether there is a reason to have the plugin even without a tool. */
export const bringsFolders = (root: string, brought: BroughtFolders | null): boolean =>
  foldersOf(root, 'skills', brought).length + foldersOf(root, 'agent-templates', brought).length > 0

/** What a plugin's hooks said is another program's text; a path that is wrong is left out and told. */
export function readBroughtFolders(root: string, said: unknown): BroughtFolders {
  const read = answer.safeParse(said)
  if (!read.success)
    throw new PluginFailure('PLUGIN_PROTOCOL', 'It named its folders in a way the app does not understand.')
  const problems: BroughtFolders['problems'][number][] = []
  const take = (kind: Brought): string[] => {
    const hook = HOOKS[kind]
    const { paths, problem } = read.data[hook]
    const tell = (code: string, message: string) => problems.push({ code, message: visibleText(message, 500) })
    if (problem !== null) tell('PLUGIN_HOOK', problem)
    if (paths.length > MOST_FOLDERS)
      tell('PLUGIN_HOOK', `${hook}() names ${paths.length} folders; the first ${MOST_FOLDERS} count.`)
    const found = new Set<string>()
    for (const path of paths.slice(0, MOST_FOLDERS)) {
      const judged = judge(root, path)
      if ('folder' in judged) found.add(judged.folder)
      else tell(judged.code, `${hook}() names “${path}”, ${judged.why} Name ${AROUND[kind]}, relative to the plugin.`)
    }
    return [...found]
  }
  return { named: { skills: take('skills'), 'agent-templates': take('agent-templates') }, problems }
}

/** The real path of a plugin's folder below `root`; null when it is not there, no folder, or leads out of the plugin. */
export function folderInside(root: string, path: string): string | null {
  try {
    const [whole, found] = [realpathSync(root), realpathSync(join(root, path))]
    return (found === whole || found.startsWith(whole + sep)) && statSync(found).isDirectory() ? found : null
  } catch {
    return null
  }
}

function judge(root: string, path: string): { folder: string } | { code: string; why: string } {
  // What a plugin makes of its own place on the disk is a whole path.
  const inside = isAbsolute(path) ? relative(root, path).split(sep).join('/') || '.' : path
  const wrong = entryPathProblem(inside)
  if (wrong !== null) return { code: 'PLUGIN_PATH_OUTSIDE', why: `${wrong}.` }
  const folder = posix.normalize(inside).replace(/\/$/, '')
  if (folderInside(root, folder) !== null) return { folder }
  return describeMissing(root, folder)
}

function describeMissing(root: string, folder: string): { code: string; why: string } {
  try {
    const found = realpathSync(join(root, folder))
    if (!statSync(found).isDirectory()) return { code: 'PLUGIN_PATH_NOT_FOLDER', why: 'which is a file.' }
    return { code: 'PLUGIN_PATH_OUTSIDE', why: 'which is a link that leaves the folder.' }
  } catch {
    return { code: 'PLUGIN_PATH_MISSING', why: 'which is not there.' }
  }
}
