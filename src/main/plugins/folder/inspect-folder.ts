import { realpath, stat } from 'node:fs/promises'
import type { PluginCheck } from '../../../shared/contract/plugins.ts'
import { fail, pass, warn } from '../check.ts'
import type { ParsedManifest } from '../manifest/parse-manifest.ts'
import { API_VERSION, DEFAULT_MAIN, MANIFEST_FILE, type PluginManifest } from '../manifest/plugin-manifest.ts'
import { readManifest } from '../manifest/read-manifest.ts'
import { digestFolder, type FolderDigest } from './digest-folder.ts'
import { entryCheck } from './entry-checks.ts'
import {
  type FolderContent,
  type FolderFile,
  type FolderLimits,
  IGNORED,
  SHOWN_OF_A_KIND,
  walkFolder,
} from './walk-folder.ts'

/** What a folder holds, found without running any of its code. */
export interface Inspection {
  /** The real path: links on the way are followed once, here. */
  readonly root: string
  /** Device and inode: the same folder by whatever path. */
  readonly identity: string
  /** Null when a check failed. */
  readonly manifest: PluginManifest | null
  readonly shown: ParsedManifest['shown']
  readonly content: FolderContent
  /** Null when the folder cannot be digested: too large, or links that leave it. */
  readonly digest: string | null
  readonly checks: readonly PluginCheck[]
}

export interface InspectOptions {
  readonly limits?: FolderLimits
  readonly deadlineMs?: number
}

/** Looks at a plugin's folder; a disk that does not answer costs the deadline and no more. */
export async function inspectFolder(path: string, options: InspectOptions = {}): Promise<Inspection> {
  const { limits, deadlineMs = 5_000 } = options
  const stop = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Inspection>(resolve => {
    timer = setTimeout(() => {
      stop.abort()
      resolve(
        empty(
          path,
          'PLUGIN_TIMEOUT',
          'The folder does not answer',
          `${path} could not be read within ${deadlineMs / 1000} s. Is it on a disk or network that is gone?`,
        ),
      )
    }, deadlineMs)
  })
  try {
    return await Promise.race([inspect(path, stop.signal, limits), late])
  } finally {
    clearTimeout(timer)
  }
}

async function inspect(path: string, signal: AbortSignal, limits: FolderLimits | undefined): Promise<Inspection> {
  try {
    const root = await realpath(path)
    const { dev, ino } = await stat(root)
    const [parsed, content] = await Promise.all([readManifest(root), walkFolder(root, { signal, limits })])
    const checks: PluginCheck[] = [...parsed.checks, ...content.checks]
    const main = parsed.shown.main ?? DEFAULT_MAIN
    const mainWrong = checks.some(check => check.code.startsWith('ENTRY_'))
    // Without a manifest that was read, nothing says what the entry is called.
    if (typeof main === 'string' && parsed.positions !== null && content.complete && !mainWrong)
      checks.push(await entryCheck(root, main, content.files, parsed.positions?.ofValue(['main']) ?? null))
    checks.push(...noticesOf(content.files))
    const { digest, unreadable } =
      content.checks.length === 0 ? await digestFolder(root, content.files, signal) : { digest: null, unreadable: [] }
    checks.push(...unreadable.slice(0, SHOWN_OF_A_KIND).map(unreadableFile))
    const wrong = checks.some(check => check.status === 'fail')
    if (parsed.manifest) checks.push(...passed(parsed.manifest, content, digest !== null))
    return {
      root,
      identity: `${dev}:${ino}`,
      manifest: wrong ? null : parsed.manifest,
      shown: parsed.shown,
      content,
      digest,
      checks,
    }
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'error'
    if (!GONE.has(code))
      return empty(
        path,
        'FILE_UNREADABLE',
        'The folder cannot be read',
        `The system refuses to read ${path} (${code}). Look at its rights.`,
      )
    return empty(
      path,
      'PLUGIN_GONE',
      'The folder is not there any more',
      `${path} cannot be read (${code}). Choose it again, or remove the plugin.`,
    )
  }
}

/** Not there any more, or on a disk that is not. */
const GONE: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR', 'ENODEV', 'ENXIO', 'ESTALE', 'EIO', 'EHOSTDOWN'])

function empty(root: string, code: string, title: string, detail: string): Inspection {
  const content = { files: [], bytes: 0, complete: false, checks: [] }
  return { root, identity: '', manifest: null, shown: {}, content, digest: null, checks: [fail(code, title, detail)] }
}

function unreadableFile({ path, code }: FolderDigest['unreadable'][number]): PluginCheck {
  const detail =
    code === 'ENOENT' || code === 'ELOOP'
      ? `${path} went away while the folder was looked at. Look at it again when nothing writes there any more.`
      : `${path}: the system refuses to read it (${code}). Look at its rights.`
  return fail('FILE_UNREADABLE', 'A file cannot be read', detail, { file: path })
}

/** What the operator should know although it is allowed. */
function noticesOf(files: readonly FolderFile[]): PluginCheck[] {
  const checks: PluginCheck[] = []
  const notice = (code: string, title: string, found: readonly FolderFile[], detail: string) => {
    if (found.length === 0) return
    const names = found
      .slice(0, 3)
      .map(file => file.path)
      .join(', ')
    const more = found.length > 3 ? ` and ${found.length - 3} more` : ''
    checks.push(warn(code, title, `${names}${more}: ${detail}`, { file: found[0]?.path ?? null }))
  }
  const native = files.filter(file => /\.(node|so|dylib|dll)$/i.test(file.path))
  notice(
    'NATIVE_CODE',
    'Contains native code',
    native,
    'programs for this machine, which nothing here can look into or hold back.',
  )
  notice(
    'SETUID',
    'Contains files that run as another user',
    files.filter(file => (file.mode & 0o6000) !== 0),
    'the set-user or set-group bit is on. A plugin does not need that.',
  )
  notice(
    'HARD_LINK',
    'Shares files with another place',
    files.filter(file => file.hardLinks > 1),
    'hard links. They are read, never written to.',
  )
  return checks
}

function passed(manifest: PluginManifest, content: FolderContent, readable: boolean): PluginCheck[] {
  return [
    pass('MANIFEST', `${MANIFEST_FILE} is readable`),
    pass('API_VERSION', `Made for plugin API ${manifest.apiVersion}, this app speaks ${API_VERSION}`),
    ...(content.checks.length > 0 || !readable
      ? []
      : [
          pass(
            'FILES',
            `Size and names of all ${content.files.length} files`,
            `Without ${IGNORED}, which is never used.`,
          ),
        ]),
  ]
}
