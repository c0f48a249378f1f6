import { and, asc, count, eq, type SQL } from 'drizzle-orm'
import type { MemoryChange } from '../../shared/contract/memories.ts'
import { SporaError } from '../../shared/spora-error.ts'
import type { EventBus } from '../events/event-bus.ts'
import { now } from '../storage/clock.ts'
import type { Database } from '../storage/database.ts'
import { nextNumber } from '../storage/next-number.ts'
import { memories } from '../storage/schema.ts'
import { plainName } from '../text/plain-name.ts'
import { wellFormedValue } from '../text/well-formed.ts'

export type MemoryRow = typeof memories.$inferSelect

/** Whose memories: one agent's own, or a user's, which all agents of that user share. */
export type MemoryScope = { readonly agentId: number } | { readonly userId: number }

export interface MemoryContent {
  readonly name: string
  readonly content: string
  /** Left out: stays. Null: taken from the content. */
  readonly summary?: string | null
  /** Left out: stays, and a new memory has 0. */
  readonly order?: number
}

/** Memories of one scope. More is no memory but an archive. */
const LIMIT = 1_000

export class MemoryStore {
  readonly #database: Database
  readonly #events: EventBus

  constructor(database: Database, events: EventBus) {
    this.#database = database
    this.#events = events
  }

  list(scope: MemoryScope): MemoryRow[] {
    return this.#orm
      .select()
      .from(memories)
      .where(inScope(scope))
      .orderBy(asc(memories.position), asc(memories.name), asc(memories.id))
      .all()
  }

  /** By what is seen of the name: agents and people write the same spaces in different ways. */
  find(scope: MemoryScope, name: string): MemoryRow | undefined {
    const seen = plainName(name)
    const exact = this.#orm
      .select()
      .from(memories)
      .where(and(inScope(scope), eq(memories.name, seen)))
      .get()
    return exact ?? this.list(scope).find(row => plainName(row.name) === seen)
  }

  get(id: number): MemoryRow {
    const row = this.#orm.select().from(memories).where(eq(memories.id, id)).get()
    if (row) return row
    throw new SporaError('NOT_FOUND', `There is no memory ${id}. Perhaps it was deleted.`, { memory_id: id })
  }

  /** Makes it, or changes the one of that name: its order and its summary stay unless they are given. */
  save(scope: MemoryScope, memory: MemoryContent): 'created' | 'updated' | 'full' {
    const { content, summary, order } = wellFormedValue(memory)
    const name = memoryName(memory.name)
    return this.#write(() => {
      const existing = this.find(scope, name)
      if (existing) {
        this.#set(existing, { content, ...(summary === undefined ? {} : { summary }), ...placed(order) })
        return 'updated'
      }
      if (this.#isFull(scope)) return 'full'
      this.#insert(scope, { name, content, summary: summary ?? null, position: order ?? 0 })
      return 'created'
    })
  }

  /** False when there was none of that name. */
  remove(scope: MemoryScope, name: string): boolean {
    return this.#write(() => {
      const existing = this.find(scope, name)
      if (existing) this.removeById(existing.id)
      return existing !== undefined
    })
  }

  /** At the end of the list. */
  create(scope: MemoryScope, memory: Omit<MemoryContent, 'order'>): MemoryRow {
    const { content, summary } = wellFormedValue(memory)
    const name = memoryName(memory.name)
    return this.#write(() => {
      this.#requireFree(scope, name)
      if (this.#isFull(scope))
        throw new SporaError('VALIDATION_ERROR', `There are ${LIMIT} memories already. Delete some first.`)
      const position = (this.list(scope).at(-1)?.position ?? -1) + 1
      return this.#insert(scope, { name, content, summary: summary || null, position })
    })
  }

  update(id: number, revision: number, change: MemoryChange): MemoryRow {
    const { content, summary } = wellFormedValue(change)
    const name = change.name === undefined ? undefined : memoryName(change.name)
    return this.#write(() => {
      const row = this.get(id)
      if (row.revision !== revision)
        throw new SporaError('REVISION_CONFLICT', `“${row.name}” was changed meanwhile. Look at it again.`, {
          revision: row.revision,
        })
      if (name !== undefined) this.#requireFree(scopeOf(row), name, row)
      return this.#set(row, {
        ...(name === undefined ? {} : { name }),
        ...(content === undefined ? {} : { content }),
        ...(summary === undefined ? {} : { summary: summary || null }),
      })
    })
  }

  reorder(scope: MemoryScope, ids: readonly number[]): MemoryRow[] {
    return this.#write(() => {
      const rows = this.list(scope)
      const wanted = new Map(ids.map((id, index) => [id, index]))
      const sorted = rows.toSorted((a, b) => (wanted.get(a.id) ?? ids.length) - (wanted.get(b.id) ?? ids.length))
      // A place is no change of the memory itself: whoever edits it meanwhile may go on.
      for (const [position, row] of sorted.entries())
        if (row.position !== position) this.#orm.update(memories).set({ position }).where(eq(memories.id, row.id)).run()
      this.#changed(rows[0])
      return this.list(scope)
    })
  }

  removeById(id: number): boolean {
    return this.#write(() => {
      const row = this.#orm.delete(memories).where(eq(memories.id, id)).returning().get()
      this.#changed(row)
      return row !== undefined
    })
  }

  #insert(scope: MemoryScope, values: Pick<MemoryRow, 'name' | 'content' | 'summary' | 'position'>): MemoryRow {
    const time = now()
    const id = nextNumber(this.#database, 'memories')
    const row = { id, ...owner(scope), ...values, revision: 1, createdAt: time, updatedAt: time }
    const inserted = this.#orm.insert(memories).values(row).returning().get()
    this.#changed(inserted)
    return inserted
  }

  #set(row: MemoryRow, change: Partial<MemoryRow>): MemoryRow {
    const values = { ...change, revision: row.revision + 1, updatedAt: now() }
    const changed = this.#orm.update(memories).set(values).where(eq(memories.id, row.id)).returning().get()
    this.#changed(changed)
    return changed ?? row
  }

  #requireFree(scope: MemoryScope, name: string, own?: MemoryRow): void {
    const taken = this.find(scope, name)
    if (taken && taken.id !== own?.id)
      throw new SporaError('NAME_TAKEN', `There is a memory called “${name}” already. Choose another name.`, { name })
  }

  #isFull(scope: MemoryScope): boolean {
    const found = this.#orm.select({ count: count() }).from(memories).where(inScope(scope)).get()
    return (found?.count ?? 0) >= LIMIT
  }

  #changed(row: MemoryRow | undefined): void {
    if (row) this.#database.afterCommit(() => this.#events.changed('memories', row.id))
  }

  #write<T>(work: () => T): T {
    return this.#database.transaction(work)
  }

  get #orm() {
    return this.#database.orm
  }
}

function memoryName(text: string): string {
  const name = plainName(text)
  if (name === '')
    throw new SporaError('VALIDATION_ERROR', 'Give the memory a name that can be seen.', { field: 'name' })
  return name
}

function inScope(scope: MemoryScope): SQL {
  return 'agentId' in scope ? eq(memories.agentId, scope.agentId) : eq(memories.userId, scope.userId)
}

function owner(scope: MemoryScope): Pick<MemoryRow, 'agentId' | 'userId'> {
  return 'agentId' in scope ? { agentId: scope.agentId, userId: null } : { agentId: null, userId: scope.userId }
}

function scopeOf({ agentId, userId }: MemoryRow): MemoryScope {
  return agentId === null ? { userId: userId ?? 0 } : { agentId }
}

function placed(order: number | undefined): Partial<MemoryRow> {
  return order === undefined ? {} : { position: order }
}
