import type { Database } from './database.ts'
import { RecentMap } from './recent-map.ts'

/**
 * What was last written, in memory, so that it need not be read back: of what was used last, at most `limit`. It holds
 * what the database holds, inside a transaction too, and forgets what is undone.
 */
export class LastWritten<K, V> {
  readonly #known: RecentMap<K, V>

  constructor(
    readonly database: Pick<Database, 'onUndo'>,
    limit: number,
  ) {
    this.#known = new RecentMap(limit)
  }

  /** Undefined when it has to be read. */
  get(key: K): V | undefined {
    return this.#known.get(key)
  }

  set(key: K, value: V): void {
    this.#known.set(key, value)
    this.database.onUndo(() => this.#known.delete(key))
  }

  forget(key: K): void {
    this.#known.delete(key)
  }
}
