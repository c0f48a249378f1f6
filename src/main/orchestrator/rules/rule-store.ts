import type { JsonValue } from '@spora/sdk'
import { and, desc, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import { SporaError } from '../../../shared/spora-error.ts'
import { now } from '../../storage/clock.ts'
import type { Database } from '../../storage/database.ts'
import { ruleSuspensions, rules, tasks } from '../../storage/schema.ts'
import { canonicalJson } from '../../tools/canonical-json.ts'

type Row = typeof rules.$inferSelect
/** A rule with the agents for which it does not count, because their operator set the operation to ask after it. */
export type Rule = Row & { readonly suspendedFor: readonly number[] }
export type NewRule = Omit<Row, 'id' | 'hits' | 'lastHitAt' | 'createdAt' | 'revokedAt'>

/** What the operator said for more than one call (P5). Rows are never deleted: a receipt can always name its rule. */
export class RuleStore {
  readonly #inForce
  readonly #suspensions
  /** Operations that ever had a rule: most have none, and are asked for with every call. */
  readonly #ruled: Set<string>

  constructor(readonly database: Database) {
    const { orm } = database
    const ruled = orm.selectDistinct({ toolClass: rules.toolClass, operation: rules.operation }).from(rules).all()
    this.#ruled = new Set(ruled.map(({ toolClass, operation }) => keyOf(toolClass, operation)))
    this.#inForce = orm
      .select()
      .from(rules)
      .where(
        and(
          eq(rules.toolClass, sql.placeholder('toolClass')),
          eq(rules.operation, sql.placeholder('operation')),
          isNull(rules.revokedAt),
        ),
      )
      .orderBy(rules.id)
      .prepare()
    this.#suspensions = orm
      .select({ agentId: ruleSuspensions.agentId })
      .from(ruleSuspensions)
      .where(eq(ruleSuspensions.ruleId, sql.placeholder('ruleId')))
      .prepare()
  }

  /** Not revoked, whether or not they count now. */
  inForce(toolClass: string, operation: string): Rule[] {
    if (!this.#ruled.has(keyOf(toolClass, operation))) return []
    return this.#inForce.all({ toolClass, operation }).map(row => this.#whole(row))
  }

  list(): Rule[] {
    const { orm } = this.database
    const rows = orm.select().from(rules).where(isNull(rules.revokedAt)).orderBy(desc(rules.id)).all()
    return rows.map(row => this.#whole(row))
  }

  get(id: number): Rule {
    const row = this.database.orm.select().from(rules).where(eq(rules.id, id)).get()
    if (!row) throw new SporaError('RULE_NOT_FOUND', `There is no rule #${id}. Its chat or agent may be gone.`, { id })
    return this.#whole(row)
  }

  ofIds(ids: readonly number[]): Rule[] {
    return this.#where(inArray(rules.id, [...ids]))
  }

  madeBy(callIds: readonly string[]): Rule[] {
    return this.#where(inArray(rules.callId, [...callIds]))
  }

  /** The same rule twice is one: it counts again, for the tool as it is now. */
  add(rule: NewRule): Rule {
    return this.database.transaction(() => {
      const same = this.inForce(rule.toolClass, rule.operation).find(other => isSame(rule, other))
      if (same) return this.renew(same.id, rule.toolFingerprint)
      this.#ruled.add(keyOf(rule.toolClass, rule.operation))
      const values = { ...rule, hits: 0, createdAt: now() }
      return this.#whole(this.database.orm.insert(rules).values(values).returning().get())
    })
  }

  /** The operator looked at it: it counts for this version of the tool, and for every agent it was made for. */
  renew(id: number, toolFingerprint: string): Rule {
    return this.database.transaction(() => {
      this.database.orm.delete(ruleSuspensions).where(eq(ruleSuspensions.ruleId, id)).run()
      this.database.orm.update(rules).set({ toolFingerprint }).where(eq(rules.id, id)).run()
      return this.get(id)
    })
  }

  /** False when it was revoked before. */
  revoke(id: number): boolean {
    const open = and(eq(rules.id, id), isNull(rules.revokedAt))
    return this.database.orm.update(rules).set({ revokedAt: now() }).where(open).run().changes === 1
  }

  restore(id: number): void {
    this.database.orm.update(rules).set({ revokedAt: null }).where(eq(rules.id, id)).run()
  }

  countHit(id: number): void {
    this.database.orm
      .update(rules)
      .set({ hits: sql`${rules.hits} + 1`, lastHitAt: now() })
      .where(eq(rules.id, id))
      .run()
  }

  /** Allow rules that would run an operation of an agent's that now has to ask. */
  suspend(agentId: number, toolClass: string, operation: string): void {
    const { orm } = this.database
    const chats = orm.select({ id: tasks.id }).from(tasks).where(eq(tasks.agentId, agentId))
    const overridden = orm
      .select({ id: rules.id })
      .from(rules)
      .where(
        and(
          eq(rules.toolClass, toolClass),
          eq(rules.operation, operation),
          eq(rules.verdict, 'allow'),
          isNull(rules.revokedAt),
          or(eq(rules.scope, 'always'), eq(rules.agentId, agentId), inArray(rules.taskId, chats)),
        ),
      )
      .all()
    for (const { id: ruleId } of overridden)
      orm.insert(ruleSuspensions).values({ ruleId, agentId, createdAt: now() }).onConflictDoNothing().run()
  }

  /** The classes of a plugin's tools that have rules. */
  toolClasses(slug: string): string[] {
    const found = this.database.orm
      .selectDistinct({ toolClass: rules.toolClass })
      .from(rules)
      .where(ofPlugin(slug))
      .all()
    return found.map(({ toolClass }) => toolClass)
  }

  /** For a tool that is called something else now: another version of it, so that its rules wait to be looked at. */
  moveTool(from: string, to: string): void {
    const { orm } = this.database
    const moved = orm.update(rules).set({ toolClass: to }).where(eq(rules.toolClass, from)).returning().all()
    for (const { operation } of moved) this.#ruled.add(keyOf(to, operation))
  }

  /** What was allowed for the tools of a plugin that is gone. What was forbidden stays forbidden, should it come back. */
  revokeAllowed(slug: string): void {
    const allowed = and(ofPlugin(slug), eq(rules.verdict, 'allow'), isNull(rules.revokedAt))
    this.database.orm.update(rules).set({ revokedAt: now() }).where(allowed).run()
  }

  #where(condition: ReturnType<typeof inArray>): Rule[] {
    const rows = this.database.orm.select().from(rules).where(condition).orderBy(rules.id).all()
    return rows.map(row => this.#whole(row))
  }

  #whole(row: Row): Rule {
    return { ...row, suspendedFor: this.#suspensions.all({ ruleId: row.id }).map(({ agentId }) => agentId) }
  }
}

function ofPlugin(slug: string) {
  const prefix = `${slug}/`
  return sql`substr(${rules.toolClass}, 1, ${prefix.length}) = ${prefix}`
}

function keyOf(toolClass: string, operation: string): string {
  return `${toolClass} ${operation}`
}

function isSame(a: NewRule, b: Row): boolean {
  const key = (rule: NewRule | Row) => [rule.verdict, rule.scope, rule.taskId, rule.agentId, canonical(rule.arguments)]
  return JSON.stringify(key(a)) === JSON.stringify(key(b))
}

function canonical(value: JsonValue): string {
  return canonicalJson(value)
}
