import type { OperationMetadata } from '@spora/sdk'
import { effectiveOperations } from '../agents/effective-operations.ts'
import type { EffectiveOperation } from '../agents/tool-activation.ts'
import type { Arguments } from '../tools/parse-arguments.ts'
import type { RegisteredTool } from '../tools/registered-tool.ts'
import type { Grant } from './check-call.ts'
import type { Journal } from './journal.ts'
import { lineage } from './lineage.ts'
import type { OrchestratorParts } from './orchestrator-parts.ts'
import { type Policy, resolvePolicy } from './policy.ts'
import { type Asker, decidingRule, type RuleVerdict } from './rules/deciding-rule.ts'
import type { TaskRow } from './task-store.ts'

/**
 * What a chat may use, and how: its agent's rights, never wider than those of the agents whose sub-agent it is (P6). What
 * one of them has switched off is off; what one of them must ask for, or does not have, asks.
 */
export class TaskTools {
  constructor(
    readonly parts: Pick<OrchestratorParts, 'registry' | 'activation' | 'agents' | 'config' | 'ownTools'>,
    readonly journal: Journal,
  ) {}

  find(toolClass: string | null): RegisteredTool | undefined {
    if (toolClass === null) return undefined
    return this.own.find(tool => tool.toolClass === toolClass) ?? this.parts.registry.byClass(toolClass)
  }

  /** Tools of the runtime itself: no agent has to be given them, and they are offered where they are of use (T10). */
  get own(): readonly RegisteredTool[] {
    return this.parts.ownTools ?? []
  }

  isOwn(tool: RegisteredTool): boolean {
    return this.own.includes(tool)
  }

  of(task: TaskRow): Rights {
    const [own, ...above] = lineage(this.journal.tasks, task).map(({ id, agentId }) => ({ taskId: id, agentId }))
    return new Rights(this, own as Asker, above, task.runnerUserId)
  }
}

interface RuledAsker {
  readonly asker: Asker
  readonly rule: RuleVerdict | null
}

class Rights {
  constructor(
    readonly all: TaskTools,
    readonly own: Asker,
    /** The nearest first. */
    readonly above: readonly Asker[],
    readonly runnerUserId: number | null,
  ) {}

  get parts(): TaskTools['parts'] {
    return this.all.parts
  }

  get agentId(): number {
    return this.own.agentId
  }

  /** The same for chats that may use the same. */
  get key(): string {
    return [this.own, ...this.above].map(({ agentId }) => agentId).join(' ')
  }

  tools(): RegisteredTool[] {
    return this.parts.activation.enabledTools(this.agentId)
  }

  has(tool: RegisteredTool): boolean {
    return this.all.isOwn(tool) || this.#enabled(this.agentId, tool.toolClass)
  }

  to(tool: RegisteredTool): Grant {
    if (this.all.isOwn(tool)) return ownGrant(tool)
    const operations = this.operations(tool)
    return {
      operations,
      policy: (operation, args) => {
        const policy = this.#policy(tool, operation, args, operations)
        return policy.verdict === 'ask' ? { ...policy, settings: this.settingsOf(tool) } : policy
      },
    }
  }

  /** Which settings the tool would run with now. */
  settingsOf(tool: RegisteredTool): string {
    if (this.all.isOwn(tool)) return ''
    const { agents, config } = this.parts
    return config.revisions(tool.toolClass, this.agentId, agents.owner(this.agentId, this.runnerUserId).ownerUserId)
  }

  /** Every operation of the tool as the chat has it. */
  operations(tool: RegisteredTool): readonly EffectiveOperation[] {
    const { activation } = this.parts
    if (this.all.isOwn(tool)) return effectiveOperations(tool.metadata)
    const own = activation.operations(this.agentId, tool)
    if (this.above.length === 0) return own
    const off = this.above
      .filter(({ agentId }) => this.#enabled(agentId, tool.toolClass))
      .flatMap(({ agentId }) => activation.operations(agentId, tool))
      .filter(({ override }) => override.enabled === false)
    if (off.length === 0) return own
    return own.map(operation =>
      off.some(({ name }) => name === operation.name) ? { ...operation, enabled: false } : operation,
    )
  }

  #policy(
    tool: RegisteredTool,
    operation: OperationMetadata,
    args: Arguments,
    operations: readonly EffectiveOperation[],
  ): Policy {
    const each = this.#withRules(tool, operation, args)
    const denied = each.find(({ rule }) => rule?.verdict === 'deny')
    const [first, ...above] = denied ? [denied] : each
    const rule = first?.rule ?? null
    const own = resolvePolicy(
      operation,
      operations.find(({ name }) => name === operation.name),
      rule,
    )
    // What was said for this very chat was said knowing whose sub-agent it is.
    if (own.verdict !== 'run' || rule?.rule.scope === 'task') return own
    return this.#heldBack(tool, operation, above) ?? own
  }

  /** True when an agent further up has to ask, whatever this one may. */
  heldBack(tool: RegisteredTool, operation: OperationMetadata, args: Arguments): boolean {
    return this.#heldBack(tool, operation, this.#withRules(tool, operation, args).slice(1)) !== null
  }

  #heldBack(tool: RegisteredTool, operation: OperationMetadata, above: readonly RuledAsker[]): Policy | null {
    return above.map(limit => this.#limit(tool, operation, limit)).find(limit => limit !== null) ?? null
  }

  /** This chat first, then those above. */
  #withRules(tool: RegisteredTool, operation: OperationMetadata, args: Arguments): RuledAsker[] {
    const rules = this.all.journal.rules.inForce(tool.toolClass, operation.name)
    return [this.own, ...this.above].map(asker => ({
      asker,
      rule: rules.length > 0 ? decidingRule(rules, tool, args, asker) : null,
    }))
  }

  /** Why the call has to ask for the sake of an agent further up; null when that agent would run it as well. */
  #limit(tool: RegisteredTool, operation: OperationMetadata, { asker, rule }: RuledAsker): Policy | null {
    const asks = (why: string): Policy => ({
      verdict: 'ask',
      decided_by: 'parent',
      text: `Asks: ${this.parts.agents.get(asker.agentId).name}, whose sub-agent this is, ${why}.`,
    })
    if (!this.#enabled(asker.agentId, tool.toolClass)) return asks('does not have this tool')
    const { verdict } = resolvePolicy(operation, this.#effective(asker.agentId, tool, operation), rule)
    return verdict === 'run' ? null : asks('has to ask for it')
  }

  #enabled(agentId: number, toolClass: string): boolean {
    return this.parts.activation.isEnabled(agentId, toolClass)
  }

  #effective(agentId: number, tool: RegisteredTool, { name }: OperationMetadata): EffectiveOperation | undefined {
    return this.parts.activation.operations(agentId, tool).find(operation => operation.name === name)
  }
}

/** What the runtime itself offers runs as it declares. */
function ownGrant({ metadata }: RegisteredTool): Grant {
  const operations = effectiveOperations(metadata)
  const of = (name: string) => operations.find(operation => operation.name === name)
  return { operations, policy: operation => resolvePolicy(operation, of(operation.name)) }
}

export type { Rights }
