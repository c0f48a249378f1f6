import { WATCH_TIMES, type WatchTimes, watchFolder } from './watch-folder.ts'

/** A person does not save again that soon, that many times in a row; a plugin that writes into its own folder does. */
const MOST_HASTY = 10
const HASTE_MS = 300

export interface LinkedFoldersOptions {
  /** Done when what was saved runs, or cannot. */
  readonly onSaved: (slug: string) => Promise<unknown>
  /** It changes as soon as it is loaded, without end, and is not followed any more until somebody looked after it. */
  readonly onRestless: (slug: string) => void
  readonly times?: Partial<WatchTimes> | undefined
}

interface Followed {
  readonly folder: string
  readonly stop: () => void
  /** When the last save was dealt with; infinite while that goes on. */
  doneAt: number
  hasty: number
}

/** The folders of linked plugins, each watched while it is wanted. */
export class LinkedFolders {
  readonly #options: LinkedFoldersOptions
  readonly #times: WatchTimes
  readonly #followed = new Map<string, Followed>()
  readonly #restless = new Map<string, string>()

  constructor(options: LinkedFoldersOptions) {
    this.#options = options
    this.#times = { ...WATCH_TIMES, ...options.times }
  }

  /** Exactly these, slug to folder, from now on. */
  follow(wanted: ReadonlyMap<string, string>): void {
    for (const [slug, { folder, stop }] of this.#followed) {
      if (wanted.get(slug) === folder) continue
      stop()
      this.#followed.delete(slug)
    }
    for (const [slug, folder] of this.#restless) if (wanted.get(slug) !== folder) this.calm(slug)
    for (const [slug, folder] of wanted)
      if (!this.#followed.has(slug) && this.#restless.get(slug) !== folder) this.#start(slug, folder)
  }

  /** Somebody looked after it: it is followed again. */
  calm(slug: string): void {
    this.#restless.delete(slug)
  }

  stop(): void {
    this.follow(new Map())
  }

  #start(slug: string, folder: string): void {
    const stop = watchFolder(folder, () => void this.#saved(slug), this.#times)
    this.#followed.set(slug, { folder, stop, doneAt: Number.NEGATIVE_INFINITY, hasty: 0 })
  }

  async #saved(slug: string): Promise<void> {
    const followed = this.#followed.get(slug)
    if (!followed) return
    const isHasty = performance.now() - followed.doneAt < this.#times.quietMs + HASTE_MS
    followed.hasty = isHasty ? followed.hasty + 1 : 0
    if (followed.hasty > MOST_HASTY) {
      followed.stop()
      this.#followed.delete(slug)
      this.#restless.set(slug, followed.folder)
      this.#options.onRestless(slug)
      return
    }
    followed.doneAt = Number.POSITIVE_INFINITY
    await this.#options.onSaved(slug)
    followed.doneAt = performance.now()
  }
}
