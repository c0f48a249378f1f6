import { inArray } from 'drizzle-orm'
import type { CallView } from '../../shared/contract/calls.ts'
import type { Database } from '../storage/database.ts'
import { preparedInsert } from '../storage/prepared-rows.ts'
import { callOutcomes } from '../storage/schema.ts'
import { type OutcomeWords, OWN_ANSWER } from './outcome-words.ts'

/** How calls ended that did not simply get their tool's answer, in words for the person. Most calls have no row here. */
export class OutcomeStore {
  readonly #insert

  constructor(readonly database: Database) {
    this.#insert = preparedInsert(database, callOutcomes)
  }

  insert(callId: string, { code, shown }: OutcomeWords): void {
    if (code !== OWN_ANSWER) this.#insert({ callId, code, text: shown })
  }

  of(callIds: readonly string[]): ReadonlyMap<string, NonNullable<CallView['outcome']>> {
    if (callIds.length === 0) return new Map()
    const rows = this.database.orm
      .select()
      .from(callOutcomes)
      .where(inArray(callOutcomes.callId, [...callIds]))
      .all()
    return new Map(rows.map(({ callId, code, text }) => [callId, { code, text }]))
  }
}
