import Sqlite from 'better-sqlite3'
import { SporaError } from '../../shared/spora-error.ts'
import type { StorageNotice } from './quarantine.ts'

/** Nothing can be written now; the same may work later. */
export function isStorageError(error: unknown): boolean {
  return error instanceof SporaError && (error.code.startsWith('DB_') || error.code === 'DATA_FOLDER_UNUSABLE')
}

/** It is what was to be written that is wrong, and not the place: trying again leads nowhere. */
export function isNeverStorable(error: unknown): boolean {
  if (error instanceof SporaError) return false
  return !(error instanceof Sqlite.SqliteError) || /^SQLITE_(CONSTRAINT|TOOBIG|MISMATCH)/.test(error.code)
}

/** Why nothing can be saved, from the first write that fails to the first that works again. */
export class StorageTrouble {
  #notice: StorageNotice | null = null
  #listener: () => void = () => {}

  get notice(): StorageNotice | null {
    return this.#notice
  }

  listen(listener: () => void): void {
    this.#listener = listener
  }

  note(error: unknown): void {
    if (!(error instanceof SporaError) || !isStorageError(error) || this.#notice?.message === error.message) return
    this.#notice = { code: error.code, message: error.message }
    this.#listener()
  }

  /** A write worked. What is damaged stays so. */
  end(): void {
    if (this.#notice === null || this.#notice.code === 'DB_CORRUPT') return
    this.#notice = null
    this.#listener()
  }
}
