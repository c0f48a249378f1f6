import type { OperationMetadata } from '@spora/sdk'
import type { EffectiveOperation } from '../agents/tool-activation.ts'
import type { RegisteredTool } from '../tools/registered-tool.ts'
import type { Grant } from './check-call.ts'
import type { Journal } from './journal.ts'
import { lineage } from './lineage.ts'
import type { OrchestratorParts } from './orchestrator-parts.ts'
import { type Policy, resolvePolicy } from './policy.ts'
import type { TaskRow } from './task-store.ts'

/**
 * What a chat may use, and how: its agent's rights, never wider than those of the agents whose sub-agent it is (P6). What
 * one of them has switched off is off; what one of them must ask for, or does not have, asks.
 */
export class TaskTools {
  constructor(
    readonly parts: Pick<OrchestratorParts, 'registry' | 'activation' | 'agents'>,
    readonly journal: Journal,
  ) {}

  find(toolClass: string | null): RegisteredTool | undefined {
    return toolClass === null ? undefined : this.parts.registry.byClass(toolClass)
  }

  of(task: TaskRow): Rights {
    const [, ...above] = lineage(this.journal.tasks, task)
    return new Rights(
      this.parts,
      task.agentId,
      above.map(({ agentId }) => agentId),
    )
  }
}

class Rights {
  constructor(
    readonly parts: TaskTools['parts'],
    readonly agentId: number,
    /** The nearest first. */
    readonly above: readonly number[],
  ) {}

  /** The same for chats with the same tools. */
  get key(): string {
    return [this.agentId, ...this.above].join(' ')
  }

  tools(): RegisteredTool[] {
    return this.parts.activation.enabledTools(this.agentId)
  }

  has({ toolClass }: RegisteredTool): boolean {
    return this.parts.activation.enabledClasses(this.agentId).includes(toolClass)
  }

  to(tool: RegisteredTool): Grant {
    return { operations: this.#operations(tool), policy: operation => this.#policy(tool, operation) }
  }

  #operations(tool: RegisteredTool): EffectiveOperation[] {
    const { activation } = this.parts
    const own = activation.operations(this.agentId, tool)
    if (this.above.length === 0) return own
    const off = this.above.flatMap(agentId =>
      activation.enabledClasses(agentId).includes(tool.toolClass)
        ? activation.operations(agentId, tool).filter(({ override }) => override.enabled === false)
        : [],
    )
    return own.map(operation =>
      off.some(({ name }) => name === operation.name) ? { ...operation, enabled: false } : operation,
    )
  }

  #policy(tool: RegisteredTool, operation: OperationMetadata): Policy {
    const own = resolvePolicy(operation, this.#effective(this.agentId, tool, operation))
    if (own.verdict !== 'run') return own
    return this.above.map(agentId => this.#limit(agentId, tool, operation)).find(limit => limit !== null) ?? own
  }

  /** Why the call has to ask for the sake of an agent further up; null when that agent would run it as well. */
  #limit(agentId: number, tool: RegisteredTool, operation: OperationMetadata): Policy | null {
    const { activation, agents } = this.parts
    const asks = (why: string): Policy => ({
      verdict: 'ask',
      decided_by: 'parent',
      text: `Asks: ${agents.get(agentId).name}, whose sub-agent this is, ${why}.`,
    })
    if (!activation.enabledClasses(agentId).includes(tool.toolClass)) return asks('does not have this tool')
    const { verdict } = resolvePolicy(operation, this.#effective(agentId, tool, operation))
    return verdict === 'run' ? null : asks('has to ask for it')
  }

  #effective(agentId: number, tool: RegisteredTool, { name }: OperationMetadata): EffectiveOperation | undefined {
    return this.parts.activation.operations(agentId, tool).find(operation => operation.name === name)
  }
}

export type { Rights }
