import type { Database } from './database.ts'
import { type Watched, watchRows } from './watch-rows.ts'

export interface KeptValuesOptions<Key, Value> {
  readonly database: Database
  /** The rows a value is made of: when one of them is written, every value is made anew. */
  readonly rows: readonly Pick<Watched, 'table' | 'updatesOf'>[]
  readonly read: (key: Key) => Value
}

/** What every step of every chat asks for, and what hardly ever changes, in memory. */
export class KeptValues<Key, Value> {
  readonly #options: KeptValuesOptions<Key, Value>
  readonly #known = new Map<Key, Value>()
  /** Something was written that may yet be undone. */
  #unsettled = false

  constructor(options: KeptValuesOptions<Key, Value>) {
    this.#options = options
    for (const watched of options.rows)
      watchRows(options.database, { ...watched, columns: [] }, () => {
        this.#known.clear()
        this.#unsettled = true
      })
  }

  get(key: Key): Value {
    if (this.#unsettled && !this.#options.database.sqlite.inTransaction) {
      this.#known.clear()
      this.#unsettled = false
    }
    if (this.#known.has(key)) return this.#known.get(key) as Value
    const value = this.#options.read(key)
    if (!this.#unsettled) this.#known.set(key, value)
    return value
  }
}
