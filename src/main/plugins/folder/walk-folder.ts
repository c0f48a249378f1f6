import { lstat, readdir, readlink, realpath, stat } from 'node:fs/promises'
import { isAbsolute, join, relative, sep } from 'node:path'
import type { PluginCheck } from '../../../shared/contract/plugins.ts'
import { fail } from '../check.ts'
import { decodeName, escapedName, fileNameProblem } from './file-name-problem.ts'

export interface FolderLimits {
  readonly files: number
  readonly bytes: number
  readonly depth: number
}

export const FOLDER_LIMITS: FolderLimits = { files: 5_000, bytes: 50_000_000, depth: 16 }

export interface FolderFile {
  /** Relative to the folder, with `/`. */
  readonly path: string
  readonly bytes: number
  readonly mode: number
  readonly hardLinks: number
  /** A link to another place of the same folder, relative to the folder; null for ordinary files. */
  readonly link: string | null
}

export interface FolderContent {
  /** Sorted by path. */
  readonly files: readonly FolderFile[]
  readonly bytes: number
  /** False when a limit ended the walk: then a file that is not in the list may be there all the same. */
  readonly complete: boolean
  readonly checks: readonly PluginCheck[]
}

/** The author's copy of the SDK, for editors and tests; the app always gives its own. */
export const IGNORED = 'node_modules/@spora/sdk'
/** One kind of trouble is shown this often; more of it says nothing new. */
export const SHOWN_OF_A_KIND = 10

/** Looks at everything in a folder without opening a file, and stops at the limits. `root` is a real path. */
export async function walkFolder(
  root: string,
  { signal, limits = FOLDER_LIMITS }: { signal?: AbortSignal; limits?: FolderLimits } = {},
): Promise<FolderContent> {
  const walk = new Walk(root, limits, signal)
  await walk.folder(Buffer.from(root), '', 0)
  walk.files.sort((a, b) => (a.path < b.path ? -1 : 1))
  return { files: walk.files, bytes: walk.bytes, complete: !walk.stopped, checks: walk.checks }
}

class Walk {
  readonly files: FolderFile[] = []
  readonly checks: PluginCheck[] = []
  bytes = 0
  stopped = false
  readonly #counts = new Map<string, number>()

  constructor(
    readonly root: string,
    readonly limits: FolderLimits,
    readonly signal: AbortSignal | undefined,
  ) {}

  async folder(raw: Buffer, path: string, depth: number): Promise<void> {
    if (depth > this.limits.depth) {
      const detail = `Folders may stand ${this.limits.depth} deep inside each other. Flatten the layout.`
      return this.#report(fail('TOO_DEEP', 'Folders are nested too deeply', detail, { file: path }))
    }
    const seen = new Map<string, string>()
    for (const entry of await this.#entries(raw, path)) {
      this.signal?.throwIfAborted()
      if (this.stopped) return
      await this.#entry(raw, entry, path, depth, seen)
    }
  }

  async #entries(raw: Buffer, path: string): Promise<Buffer[]> {
    try {
      return await readdir(raw, { encoding: 'buffer' })
    } catch (error) {
      if (path === '') throw error
      this.#report(
        fail(
          'FILE_UNREADABLE',
          'A folder cannot be read',
          `${path}: the system refuses to list it. Look at its rights.`,
          { file: path },
        ),
      )
      return []
    }
  }

  async #entry(parent: Buffer, rawName: Buffer, folder: string, depth: number, seen: Map<string, string>) {
    const name = decodeName(rawName)
    const path = `${folder === '' ? '' : `${folder}/`}${name ?? escapedName(rawName)}`
    if (path === IGNORED) return
    const problem = name === null ? 'is not UTF-8' : fileNameProblem(name)
    if (problem)
      return this.#report(
        fail('NAME_INVALID', 'A file name is not allowed', `${path} ${problem}. Rename it.`, { file: path }),
      )
    const key = (name ?? '').normalize('NFC').toLowerCase()
    const twin = seen.get(key)
    if (twin !== undefined)
      this.#report(
        fail(
          'CASE_COLLISION',
          'Two names differ only in case',
          `${twin} and ${path} are one file on macOS and Windows. Rename one.`,
          { file: path },
        ),
      )
    seen.set(key, path)

    const raw = Buffer.concat([parent, Buffer.from(sep), rawName])
    const found = await lstat(raw).catch(() => null)
    if (found === null) return // gone since it was listed
    if (found.isDirectory()) return this.folder(raw, path, depth + 1)
    if (found.isSymbolicLink()) {
      const link = await this.#linkTarget(path)
      if (link === null)
        return this.#report(
          fail(
            'PLUGIN_SYMLINK',
            'A link leaves the folder',
            `${path} is a link to ${await shownTarget(raw)}. Copy the file itself into the folder.`,
            { file: path },
          ),
        )
      return this.#add({ path, bytes: 0, mode: found.mode, hardLinks: 1, link })
    }
    if (!found.isFile())
      return this.#report(
        fail('NOT_REGULAR_FILE', 'Not an ordinary file', `${path} is a pipe, a socket or a device. Remove it.`, {
          file: path,
        }),
      )
    this.#add({ path, bytes: found.size, mode: found.mode, hardLinks: found.nlink, link: null })
  }

  #add(file: FolderFile): void {
    this.files.push(file)
    this.bytes += file.bytes
    if (this.files.length > this.limits.files) {
      const detail = `A plugin may have ${this.limits.files.toLocaleString('en')} files. Remove what is not needed, such as development packages.`
      this.#stop(fail('TOO_MANY_FILES', 'Too many files', detail))
    } else if (this.bytes > this.limits.bytes) {
      const detail = `A plugin may have ${this.limits.bytes / 1_000_000} MB; ${file.path} goes past that. Remove what is not needed.`
      this.#stop(fail('PLUGIN_TOO_LARGE', 'The folder is too large', detail, { file: file.path }))
    }
  }

  /** Where a link ends, when that is an existing place inside the folder. Loops and missing targets are none. */
  async #linkTarget(path: string): Promise<string | null> {
    try {
      const target = await realpath(join(this.root, path))
      const inside = relative(this.root, target)
      if (inside === '' || inside.startsWith('..') || isAbsolute(inside)) return null
      const kind = await stat(target)
      return kind.isFile() || kind.isDirectory() ? inside.split(sep).join('/') : null
    } catch {
      return null
    }
  }

  #report(check: PluginCheck): void {
    const count = (this.#counts.get(check.code) ?? 0) + 1
    this.#counts.set(check.code, count)
    if (count <= SHOWN_OF_A_KIND) this.checks.push(check)
  }

  #stop(check: PluginCheck): void {
    if (!this.stopped) this.checks.push(check)
    this.stopped = true
  }
}

async function shownTarget(raw: Buffer): Promise<string> {
  const target = await readlink(raw, { encoding: 'buffer' }).catch(() => Buffer.from('an unknown place'))
  return decodeName(target) ?? escapedName(target)
}
