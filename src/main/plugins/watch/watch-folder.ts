import { type FSWatcher, watch } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

export interface WatchTimes {
  /** Nothing was written for this long: whatever was being saved is whole. */
  readonly quietMs: number
  /** How often a folder that is not there is looked for. */
  readonly againMs: number
}

export const WATCH_TIMES: WatchTimes = { quietMs: 300, againMs: 2_000 }

/** Only Linux cannot watch a whole tree at once. */
const RECURSIVE = process.platform === 'darwin' || process.platform === 'win32'
/** Beyond that the system's own limits are near; what is deeper is seen when something else changes, or by Reload. */
const MOST_FOLDERS = 500

/** What an author saves does not lie there; packages and version control write there all the time. */
const isIgnored = (name: string): boolean => name === 'node_modules' || name.startsWith('.')

/**
 * Calls `onSettled` each time something in the folder was changed and nothing was for a while after; also when the folder
 * goes, or comes, and once at the beginning: what was changed before the first look is seen then. Returns what ends it.
 */
export function watchFolder(folder: string, onSettled: () => void, times: WatchTimes = WATCH_TIMES): () => void {
  const watching = new FolderWatch(folder, onSettled, times)
  void watching.begin()
  return () => watching.close()
}

class FolderWatch {
  readonly #watchers = new Map<string, FSWatcher>()
  readonly #over = new AbortController()
  #events = 0
  #settling = false

  constructor(
    readonly folder: string,
    readonly onSettled: () => void,
    readonly times: WatchTimes,
  ) {}

  async begin(): Promise<void> {
    await this.#follow()
    this.#touched()
  }

  close(): void {
    this.#over.abort()
    for (const watcher of this.#watchers.values()) watcher.close()
    this.#watchers.clear()
  }

  get #closed(): boolean {
    return this.#over.signal.aborted
  }

  /** One watcher for each folder there is now. */
  async #follow(): Promise<void> {
    const folders = new Set(RECURSIVE ? await existing(this.folder) : await foldersBelow(this.folder))
    if (this.#closed) return
    for (const [path, watcher] of this.#watchers) {
      if (folders.has(path)) continue
      watcher.close()
      this.#watchers.delete(path)
    }
    for (const path of folders) if (!this.#watchers.has(path)) this.#watch(path)
  }

  #watch(path: string): void {
    try {
      const watcher = watch(path, { persistent: false, recursive: RECURSIVE }, (_kind, name) => {
        if (name === null || !name.split(sep).some(isIgnored)) this.#touched()
      })
      watcher.on('error', () => {
        watcher.close()
        this.#watchers.delete(path)
        this.#touched()
      })
      this.#watchers.set(path, watcher)
    } catch {
      // Gone since it was listed, or the system has no watcher left: then Reload is the way.
    }
  }

  #touched(): void {
    this.#events++
    if (this.#settling || this.#closed) return
    this.#settling = true
    void this.#settle()
  }

  /** Waits until two looks, a while apart, see the same and nothing was heard of in between. */
  async #settle(): Promise<void> {
    let before: string | null = null
    while (!this.#closed) {
      const heard = this.#events
      await this.#follow()
      const now = await stampOf(this.folder)
      if (now === before && heard === this.#events) break
      before = now
      await this.#pause(this.times.quietMs)
    }
    this.#settling = false
    if (this.#closed) return
    this.onSettled()
    if (!this.#watchers.has(this.folder)) void this.#wait()
  }

  /** For a folder that is not there, or cannot be watched. */
  async #wait(): Promise<void> {
    while (!this.#closed && !this.#watchers.has(this.folder)) {
      await this.#pause(this.times.againMs)
      await this.#follow()
    }
    this.#touched()
  }

  async #pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.#over.signal, ref: false }).catch(() => {})
  }
}

async function existing(folder: string): Promise<string[]> {
  const found = await lstat(folder).catch(() => null)
  return found?.isDirectory() ? [folder] : []
}

/** The folder and those in it; links are not followed: what they lead to inside is watched where it stands. */
async function foldersBelow(root: string): Promise<string[]> {
  const found = await existing(root)
  for (let at = 0; at < found.length && found.length < MOST_FOLDERS; at++) {
    const folder = found[at] as string
    for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => []))
      if (entry.isDirectory() && !isIgnored(entry.name)) found.push(join(folder, entry.name))
  }
  return found.slice(0, MOST_FOLDERS)
}

/** Tells two states of a folder apart without reading its files. */
async function stampOf(root: string): Promise<string> {
  const lines: string[] = []
  for (const folder of await foldersBelow(root)) {
    const entries = await readdir(folder).catch(() => [])
    for (const name of entries.sort()) {
      const path = join(folder, name)
      const found = isIgnored(name) ? null : await lstat(path).catch(() => null)
      if (found && !found.isDirectory())
        lines.push([relative(root, path), found.ino, found.size, found.mtimeMs].join('\0'))
    }
  }
  return lines.join('\n')
}
