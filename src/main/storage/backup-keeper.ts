import { dirname } from 'node:path'
import { SporaError } from '../../shared/spora-error.ts'
import { backUpWhileRunning } from './back-up-database.ts'
import { type BackupFile, type BackupReason, DAY_MS, listBackups, pruneBackups } from './backup-files.ts'
import type { Database } from './database.ts'
import type { StorageNotice } from './quarantine.ts'
import { storageError } from './storage-error.ts'

const LOOK_AGAIN_MS = 60 * 60 * 1000
/** After one that could not be made. */
const TRY_AGAIN_MS = 60 * 1000
const KEPT_DAYS = 7

export interface BackupKeeperOptions {
  readonly database: Database
  readonly now?: () => number
  readonly onError: (error: unknown) => void
  /** Told when the notices change. */
  readonly onNotice?: () => void
  readonly tryAgainMs?: number
}

/** Backups of the database while the app runs: one a day, and when a person asks. */
export class BackupKeeper {
  readonly #options: BackupKeeperOptions
  readonly #file: string
  #timer: NodeJS.Timeout | undefined
  #working: Promise<unknown> = Promise.resolve()
  #trouble: StorageNotice | null = null
  #stopped = false

  constructor(options: BackupKeeperOptions) {
    this.#options = options
    this.#file = options.database.sqlite.name
  }

  get folder(): string {
    return dirname(this.#file)
  }

  /** Why there is no backup of today. */
  get notices(): readonly StorageNotice[] {
    return this.#trouble ? [this.#trouble] : []
  }

  list(): BackupFile[] {
    return listBackups(this.folder, this.#now())
  }

  make(reason: BackupReason): Promise<BackupFile> {
    const made = this.#working.then(async () => {
      try {
        const path = await backUpWhileRunning(this.#options.database.sqlite, this.#file, reason)
        const backup = this.list().find(({ name }) => path.endsWith(name))
        if (!backup) throw new SporaError('DATA_FOLDER_UNUSABLE', `The backup ${path} is gone.`)
        this.#note(null) // whoever asked for it, there is one of today
        return backup
      } catch (error) {
        throw storageError(error, this.#file)
      }
    })
    this.#working = made.catch(() => undefined)
    return made
  }

  /** Makes one when the last is a day old. Null when it is not, or when there could be none: the notice says why. */
  async daily(): Promise<BackupFile | null> {
    try {
      pruneBackups(this.folder, KEPT_DAYS, this.#now())
      const now = this.#now()
      const isOfToday = ({ reason, madeAt }: BackupFile) =>
        reason === 'daily' && Math.abs(now - Date.parse(madeAt)) < DAY_MS // a clock may have been set back
      if (this.list().some(isOfToday)) {
        this.#note(null)
        return null
      }
      const made = await this.make('daily')
      pruneBackups(this.folder, KEPT_DAYS, this.#now())
      return made
    } catch (error) {
      this.#options.onError(error)
      const known = error instanceof SporaError
      const message = known ? error.message : 'There is no backup of today. The log in the data folder says why.'
      this.#note({ code: known ? error.code : 'INTERNAL', message })
      return null
    }
  }

  start(): void {
    const look = async () => {
      await this.daily()
      if (this.#stopped) return
      const { tryAgainMs = TRY_AGAIN_MS } = this.#options
      this.#timer = setTimeout(() => void look(), this.#trouble ? tryAgainMs : LOOK_AGAIN_MS)
      this.#timer.unref()
    }
    void look()
  }

  async stop(): Promise<void> {
    this.#stopped = true
    clearTimeout(this.#timer)
    await this.#working
  }

  #now(): number {
    return (this.#options.now ?? Date.now)()
  }

  #note(trouble: StorageNotice | null): void {
    if (this.#trouble?.message === trouble?.message) return
    this.#trouble = trouble
    this.#options.onNotice?.()
  }
}
