import type { JsonValue } from '@spora/sdk'
import { eq } from 'drizzle-orm'
import { type Preferences, type PreferencesChange, preferences as shape } from '../../shared/contract/system.ts'
import { keyOperation } from '../../shared/key-operation.ts'
import { SporaError } from '../../shared/spora-error.ts'
import type { EventBus } from '../events/event-bus.ts'
import type { Database } from '../storage/database.ts'
import { OPERATOR_USER_ID } from '../storage/operator.ts'
import { preferences } from '../storage/schema.ts'

const DEFAULTS: Preferences = {
  theme: 'system',
  welcomed: false,
  list_collapsed: false,
  notifications: 'all',
  reachable_hosts: [],
  key_operations: [],
}

/** What a person chose about the window. Never a reason not to start: what cannot be read counts as not chosen. */
export class PreferencesStore {
  readonly #database: Database
  readonly #events: EventBus

  constructor(database: Database, events: EventBus) {
    this.#database = database
    this.#events = events
  }

  get(userId = OPERATOR_USER_ID): Preferences {
    const stored = this.#stored(userId)
    const read = Object.entries(shape.shape).map(([key, field]) => {
      const parsed = field.safeParse(stored[key])
      return [key, parsed.success ? parsed.data : DEFAULTS[key as keyof Preferences]]
    })
    return shape.parse(Object.fromEntries(read))
  }

  /** Keys of other versions are kept. */
  set({ add = {}, remove = {}, ...change }: PreferencesChange, userId = OPERATOR_USER_ID): Preferences {
    this.#database.transaction(() => {
      const lists = changedLists({ ...this.get(userId), ...change }, add, remove)
      const settings = { ...this.#stored(userId), ...change, ...lists }
      this.#database.orm
        .insert(preferences)
        .values({ userId, settings })
        .onConflictDoUpdate({ target: preferences.userId, set: { settings } })
        .run()
      this.#database.afterCommit(() => this.#events.changed('preferences'))
    })
    return this.get(userId)
  }

  toolClasses(): string[] {
    return []
  }

  /** Answering with keys is allowed to the tool a person looked at, not to what stands in its place. */
  moveTool(from: string): void {
    this.#forgetKeyOperations(keyOperation(from, ''))
  }

  dropTools(slug: string): void {
    this.#forgetKeyOperations(`${slug}/`)
  }

  #forgetKeyOperations(prefix: string): void {
    const { key_operations: all } = this.get()
    const kept = all.filter(operation => !operation.startsWith(prefix))
    if (kept.length < all.length) this.set({ key_operations: kept })
  }

  #stored(userId: number): Record<string, JsonValue> {
    const row = this.#database.orm.select().from(preferences).where(eq(preferences.userId, userId)).get()
    const settings: unknown = row?.settings
    return typeof settings === 'object' && settings !== null ? { ...(settings as Record<string, JsonValue>) } : {}
  }
}

type Lists = Pick<Preferences, 'reachable_hosts' | 'key_operations'>

function changedLists(now: Lists, add: Partial<Lists>, remove: Partial<Lists>): Partial<Lists> {
  const keys = (['reachable_hosts', 'key_operations'] as const).filter(key => add[key] || remove[key])
  const changed = keys.map(key => {
    const left = now[key].filter(each => !remove[key]?.includes(each))
    const list = [...new Set([...left, ...(add[key] ?? [])])]
    if (!shape.shape[key].safeParse(list).success)
      throw new SporaError('VALIDATION_ERROR', 'The list is full. Take out what is not needed any more first.')
    return [key, list]
  })
  return Object.fromEntries(changed)
}
