import { eq } from 'drizzle-orm'
import type { RuleView } from '../../../shared/contract/rules.ts'
import { SporaError } from '../../../shared/spora-error.ts'
import { users } from '../../storage/schema.ts'
import { shownName } from '../../tools/shown-name.ts'
import { chatsOf, goOnUnlessAsked, tellSettled } from '../go-on.ts'
import type { Runtime } from '../runtime.ts'
import { applyToWaiting } from './remember.ts'
import type { Rule } from './rule-store.ts'

/** The remembered rules as the operator sees and changes them (P5). They are made by deciding (decisions.ts). */
export class RuleService {
  constructor(readonly runtime: Runtime) {
    const { activation, database } = runtime.parts
    activation.onAsk((agentId, toolClass, operation) => {
      runtime.journal.rules.suspend(agentId, toolClass, operation)
      database.afterCommit(() => runtime.events.changed('rules'))
    })
  }

  list(): RuleView[] {
    return this.runtime.journal.rules.list().map(rule => this.#view(rule))
  }

  revoke(id: number): { revoked: boolean } {
    const { journal } = this.runtime
    journal.rules.get(id)
    const revoked = journal.transaction(() => journal.rules.revoke(id))
    if (revoked) this.#changed()
    return { revoked }
  }

  restore(id: number): RuleView {
    const { journal } = this.runtime
    this.#apply(() => {
      journal.rules.restore(id)
      return journal.rules.get(id)
    })
    return this.#view(journal.rules.get(id))
  }

  /** Makes a suspended rule count again, for the tool as it is now. */
  review(id: number): RuleView {
    const { journal, tools } = this.runtime
    const rule = journal.rules.get(id)
    if (rule.revokedAt !== null)
      throw new SporaError('INVALID_STATE', `Rule #${id} was revoked. Decide on a call again to make a new one.`, {
        id,
      })
    const tool = tools.find(rule.toolClass)
    if (!tool)
      throw new SporaError(
        'TOOL_NOT_FOUND',
        `“${rule.toolName}” is not available now, so its rule cannot be looked at. Switch its plugin on first.`,
        { id, tool_class: rule.toolClass },
      )
    this.#apply(() => journal.rules.renew(id, tool.fingerprint))
    return this.#view(journal.rules.get(id))
  }

  /** How many allow rules count for an operation of an agent's now. */
  allowing(agentId: number, toolClass: string, operation: string): number {
    const { journal, tools } = this.runtime
    const rules = journal.rules.inForce(toolClass, operation)
    return rules.filter(
      rule =>
        rule.verdict === 'allow' &&
        rule.toolFingerprint === tools.find(toolClass)?.fingerprint &&
        !rule.suspendedFor.includes(agentId) &&
        this.#isFor(rule, agentId),
    ).length
  }

  toolClasses(slug: string): string[] {
    return this.runtime.journal.rules.toolClasses(slug)
  }

  moveTool(from: string, to: string): void {
    this.runtime.journal.rules.moveTool(from, to)
    this.#changedAfterCommit()
  }

  dropTools(slug: string): void {
    this.runtime.journal.rules.revokeAllowed(slug)
    this.#changedAfterCommit()
  }

  #changedAfterCommit(): void {
    this.runtime.parts.database.afterCommit(() => this.#changed())
  }

  #isFor(rule: Rule, agentId: number): boolean {
    if (rule.taskId !== null) return this.runtime.journal.tasks.get(rule.taskId).agentId === agentId
    return rule.scope === 'always' || rule.agentId === agentId
  }

  /** A rule that counts again decides every waiting call it covers, like a new one. */
  #apply(change: () => Rule): void {
    const { journal, tools } = this.runtime
    const covered = journal.transaction(() => {
      const settled = applyToWaiting(journal, tools, change())
      for (const taskId of chatsOf(settled)) goOnUnlessAsked(journal, taskId)
      return settled
    })
    this.#changed()
    tellSettled(this.runtime, covered)
  }

  #changed(): void {
    this.runtime.events.changed('rules')
    this.runtime.events.changed('calls')
  }

  #view(rule: Rule): RuleView {
    const { journal, parts, tools } = this.runtime
    const tool = tools.find(rule.toolClass)
    const agentOf = (id: number) => ({ id, name: parts.agents.get(id).name })
    const task = rule.taskId === null ? undefined : journal.tasks.get(rule.taskId)
    const call = rule.callId === null ? undefined : journal.calls.find(rule.callId)
    const operation = tool?.metadata.operations.find(({ name }) => name === rule.operation)
    return {
      id: rule.id,
      verdict: rule.verdict,
      scope: rule.scope,
      task: task ? { id: task.id, title: task.title, agent: agentOf(task.agentId).name } : null,
      agent: rule.agentId === null ? null : agentOf(rule.agentId),
      tool_class: rule.toolClass,
      display_name: tool ? shownName(tool.metadata) : rule.toolName,
      icon: tool?.icon ?? { kind: 'fallback', reason: null },
      plugin_name: tool?.pluginName ?? null,
      operation: rule.operation,
      operation_description: operation?.description ?? '',
      arguments: { ...rule.arguments },
      state: ruleState(rule, tool?.fingerprint),
      suspended_for: rule.suspendedFor.map(agentOf),
      hits: rule.hits,
      last_hit_at: rule.lastHitAt,
      call: call ? { id: call.id, task_id: call.taskId } : null,
      created_by: userName(this.runtime, rule.actorUserId),
      created_at: rule.createdAt,
    }
  }
}

export function ruleState(rule: Rule, fingerprint: string | undefined): RuleView['state'] {
  if (fingerprint === undefined) return 'tool_gone'
  if (rule.toolFingerprint !== fingerprint) return 'tool_changed'
  return rule.verdict === 'allow' && rule.suspendedFor.length > 0 ? 'operation_asks' : 'active'
}

export function userName({ parts }: Runtime, id: number | null): string | null {
  if (id === null) return null
  return parts.database.orm.select({ name: users.name }).from(users).where(eq(users.id, id)).get()?.name ?? null
}
