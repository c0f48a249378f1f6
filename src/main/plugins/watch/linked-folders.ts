import { WATCH_TIMES, type WatchTimes, watchFolder } from './watch-folder.ts'

/** A person does not save that often; a plugin that writes into its own folder does. */
const MOST_IN_A_MINUTE = 20

export interface LinkedFoldersOptions {
  readonly onSaved: (slug: string) => void
  /** It changes without end and is not followed any more, until it is followed anew. */
  readonly onRestless: (slug: string) => void
  readonly times?: Partial<WatchTimes> | undefined
}

interface Followed {
  readonly folder: string
  readonly stop: () => void
  readonly saves: number[]
}

/** The folders of linked plugins, each watched while it is wanted. */
export class LinkedFolders {
  readonly #options: LinkedFoldersOptions
  readonly #followed = new Map<string, Followed>()
  readonly #restless = new Map<string, string>()

  constructor(options: LinkedFoldersOptions) {
    this.#options = options
  }

  /** Exactly these, slug to folder, from now on. */
  follow(wanted: ReadonlyMap<string, string>): void {
    for (const [slug, { folder, stop }] of this.#followed) {
      if (wanted.get(slug) === folder) continue
      stop()
      this.#followed.delete(slug)
    }
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
    const times = { ...WATCH_TIMES, ...this.#options.times }
    const saves: number[] = []
    const stop = watchFolder(folder, () => this.#saved(slug), times)
    this.#followed.set(slug, { folder, stop, saves })
  }

  #saved(slug: string): void {
    const followed = this.#followed.get(slug)
    if (!followed) return
    const { folder, saves, stop } = followed
    const time = performance.now()
    saves.push(time)
    while (saves.length > 0 && (saves[0] as number) < time - 60_000) saves.shift()
    if (saves.length <= MOST_IN_A_MINUTE) {
      this.#options.onSaved(slug)
      return
    }
    stop()
    this.#followed.delete(slug)
    this.#restless.set(slug, folder)
    this.#options.onRestless(slug)
  }
}
