import type { Database } from './database.ts'
import { watchRows } from './watch-rows.ts'

export interface KeptRowsOptions<Row> {
  readonly database: Database
  readonly table: string
  /** Whose rows they are; null: everybody's, and the owner is 0. */
  readonly owner: string | null
  /** Everything of an owner, by key. One query. */
  all(owner: number): Map<string, Row>
  one(owner: number, key: string): Row | undefined
}

interface Kept<Row> {
  readonly rows: Map<string, Row>
  /** Written since they were read. */
  readonly stale: Set<string>
}

/**
 * What stands in a table for each owner and tool class, in memory: read in one query when an owner is first asked for,
 * then row by row where something was written. A row is the same object until it is written. Inside a transaction, which
 * may be undone, nothing new is kept.
 */
export class KeptRows<Row> {
  readonly #options: KeptRowsOptions<Row>
  readonly #owners = new Map<number, Kept<Row>>()
  #version = 0

  constructor(options: KeptRowsOptions<Row>) {
    this.#options = options
    const { database, table, owner } = options
    watchRows(database, { table, columns: ['tool_class', ...(owner ? [owner] : [])] }, (key: string, id = 0) => {
      this.#version++
      this.#owners.get(id)?.stale.add(key)
    })
  }

  /** Grows with each write. */
  get version(): number {
    return this.#version
  }

  get(owner: number, key: string): Row | undefined {
    const kept = this.#kept(owner)
    if (!kept) return this.#options.one(owner, key)
    if (!kept.stale.has(key)) return kept.rows.get(key)
    if (this.#undoable) return this.#options.one(owner, key)
    this.#refresh(owner, kept, key)
    return kept.rows.get(key)
  }

  /** Everything of an owner, in no order. */
  of(owner: number): ReadonlyMap<string, Row> {
    const kept = this.#kept(owner)
    if (!kept || (kept.stale.size > 0 && this.#undoable)) return this.#options.all(owner)
    for (const key of kept.stale) this.#refresh(owner, kept, key)
    return kept.rows
  }

  get #undoable(): boolean {
    return this.#options.database.sqlite.inTransaction
  }

  #kept(owner: number): Kept<Row> | null {
    const known = this.#owners.get(owner)
    if (known) return known
    if (this.#undoable) return null
    const kept = { rows: this.#options.all(owner), stale: new Set<string>() }
    this.#owners.set(owner, kept)
    return kept
  }

  #refresh(owner: number, { rows, stale }: Kept<Row>, key: string): void {
    const row = this.#options.one(owner, key)
    if (row === undefined) rows.delete(key)
    else rows.set(key, row)
    stale.delete(key)
  }
}
