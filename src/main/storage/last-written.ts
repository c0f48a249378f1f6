import type { Database } from './database.ts'
import { RecentMap } from './recent-map.ts'

/**
 * What was last written, in memory, so that it need not be read back: of what was used last, at most `limit`. It holds
 * what the database holds, inside a transaction too. When something is undone, which is rare, all of it is forgotten.
 */
export class LastWritten<K, V> {
  readonly #known: RecentMap<K, V>

  constructor(database: Pick<Database, 'onUndo'>, limit: number) {
    this.#known = new RecentMap(limit)
    database.onUndo(() => this.#known.clear())
  }

  /** Undefined when it has to be read. */
  get(key: K): V | undefined {
    return this.#known.get(key)
  }

  set(key: K, value: V): void {
    this.#known.set(key, value)
  }

  forget(key: K): void {
    this.#known.delete(key)
  }
}
