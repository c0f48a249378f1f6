import { asc, eq } from 'drizzle-orm'
import { type ProfileChange, type ProfileField, type ProfileView, profileField } from '../../shared/contract/people.ts'
import { SporaError } from '../../shared/spora-error.ts'
import type { EventBus } from '../events/event-bus.ts'
import { now } from '../storage/clock.ts'
import type { Database } from '../storage/database.ts'
import { OPERATOR_USER_ID } from '../storage/operator.ts'
import { userLocations, userProfiles } from '../storage/schema.ts'
import { wellFormedValue } from '../text/well-formed.ts'

type Row = Omit<typeof userProfiles.$inferSelect, 'userId' | 'updatedAt'>

/** Nothing said yet. What is filled in later is told to agents, but for what concerns the body. */
const EMPTY: Row = {
  name: '',
  birthDate: null,
  about: '',
  heightCm: null,
  weightKg: null,
  shared: ['name', 'birth_date', 'about', 'places'],
  revision: 0,
}

/** What a person says about themselves, and what of it agents may be told. */
export class ProfileStore {
  readonly #database: Database
  readonly #events: EventBus

  constructor(database: Database, events: EventBus) {
    this.#database = database
    this.#events = events
  }

  get(userId = OPERATOR_USER_ID): ProfileView {
    const row = this.#row(userId)
    return {
      name: row.name,
      birth_date: row.birthDate,
      about: row.about,
      height_cm: row.heightCm,
      weight_kg: row.weightKg,
      places: this.#places(userId),
      shared: known(row.shared),
      revision: row.revision,
    }
  }

  save(revision: number, change: ProfileChange, userId = OPERATOR_USER_ID): ProfileView {
    const { places, ...fields } = wellFormedValue(change)
    return this.#database.transaction(() => {
      const row = this.#row(userId)
      if (row.revision !== revision)
        throw new SporaError(
          'REVISION_CONFLICT',
          'Your details were changed elsewhere meanwhile. Look at them again.',
          {
            revision: row.revision,
          },
        )
      const values = { ...row, ...columns(fields), revision: revision + 1, updatedAt: now() }
      this.#database.orm
        .insert(userProfiles)
        .values({ userId, ...values })
        .onConflictDoUpdate({ target: userProfiles.userId, set: values })
        .run()
      if (places) this.#replacePlaces(userId, places)
      this.#database.afterCommit(() => this.#events.changed('people', userId))
      return this.get(userId)
    })
  }

  #row(userId: number): Row {
    const row = this.#database.orm.select().from(userProfiles).where(eq(userProfiles.userId, userId)).get()
    if (!row) return EMPTY
    const { userId: _, updatedAt: __, ...rest } = row
    return rest
  }

  #places(userId: number): ProfileView['places'] {
    const rows = this.#database.orm
      .select()
      .from(userLocations)
      .where(eq(userLocations.userId, userId))
      .orderBy(asc(userLocations.position), asc(userLocations.id))
      .all()
    return rows.map(({ name, address, isDefault }) => ({ name, address, is_default: isDefault }))
  }

  #replacePlaces(userId: number, places: ProfileView['places']): void {
    const { orm } = this.#database
    orm.delete(userLocations).where(eq(userLocations.userId, userId)).run()
    for (const [position, { name, address, is_default }] of places.entries())
      orm.insert(userLocations).values({ userId, name, address, isDefault: is_default, position }).run()
  }
}

function columns(change: Omit<ProfileChange, 'places'>): Partial<Row> {
  const all = {
    name: change.name,
    birthDate: change.birth_date,
    about: change.about,
    heightCm: change.height_cm,
    weightKg: change.weight_kg,
    shared: change.shared && known(change.shared),
  }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
}

/** Each once, in the order of the form; fields of another version do not count. */
function known(shared: readonly string[]): ProfileField[] {
  return profileField.options.filter(field => shared.includes(field))
}
