import type { AgentOperationView, AgentToolView } from '../../shared/contract/agents.ts'
import type { OperationView, ToolView } from '../../shared/contract/tools.ts'
import { settingSchemaViews } from '../settings/setting-schema-views.ts'
import type { MissingSetting, ToolConfigService } from '../settings/tool-config-service.ts'
import type { Database } from '../storage/database.ts'
import { OPERATOR_USER_ID } from '../storage/operator.ts'
import { canonicalSchema } from '../tools/canonical-schema.ts'
import { discriminatorKey, operationsOf } from '../tools/operations.ts'
import type { RegisteredTool } from '../tools/registered-tool.ts'
import type { ToolRegistry } from '../tools/tool-registry.ts'
import type { AgentStore } from './agent-store.ts'
import { type EffectiveOperation, effectiveOperations } from './effective-operations.ts'
import { inTileOrder } from './in-tile-order.ts'
import type { ToolActivation } from './tool-activation.ts'
import { approvalSummary, NO_TROUBLE, type ToolTrouble, toolState } from './tool-state.ts'

export interface ToolViewParts {
  readonly database: Database
  readonly registry: ToolRegistry
  readonly config: ToolConfigService
  readonly agents: AgentStore
  readonly activation: ToolActivation
  /** What plugins and models know of a tool; `agentId` null means in general. */
  readonly troubleOf?: (tool: RegisteredTool, agentId: number | null) => ToolTrouble
}

/** Tools as a window shows them: in general, or as one agent has them. */
export class ToolViews {
  readonly #parts: ToolViewParts

  constructor(parts: ToolViewParts) {
    this.#parts = parts
  }

  list(): ToolView[] {
    return inTileOrder(this.#parts.registry.list()).map(tool => this.tool(tool))
  }

  /** On when an agent uses it. What is missing is what one of those agents misses, else what a new agent would. */
  tool(tool: RegisteredTool): ToolView {
    const usedBy = this.#usedBy(tool.toolClass)
    const missing = usedBy.length === 0 ? [this.#missing(tool, null)] : usedBy.map(id => this.#missing(tool, id))
    return this.#view(tool, null, usedBy, {
      enabled: usedBy.length > 0,
      missing: missing.find(list => list.length > 0) ?? [],
      operations: effectiveOperations(tool.metadata),
    })
  }

  /** Every tool there is, in tile order, as the agent has it. */
  agentTools(agentId: number): AgentToolView[] {
    return inTileOrder(this.#parts.registry.list()).map(tool => this.agentTool(agentId, tool))
  }

  agentTool(agentId: number, tool: RegisteredTool): AgentToolView {
    const { activation } = this.#parts
    const enabled = activation.isEnabled(agentId, tool.toolClass)
    const operations = activation.operations(agentId, tool)
    const calls = this.#callCounts(agentId, tool.toolClass)
    const facts = { enabled, missing: this.#missing(tool, agentId), operations }
    return {
      tool: this.#view(tool, agentId, this.#usedBy(tool.toolClass), facts),
      enabled,
      operations: operations.map(operation => agentOperation(operation, calls.get(operation.name) ?? 0)),
    }
  }

  #view(
    tool: RegisteredTool,
    agentId: number | null,
    usedBy: readonly number[],
    facts: { enabled: boolean; missing: readonly MissingSetting[]; operations: readonly EffectiveOperation[] },
  ): ToolView {
    const { agents, troubleOf } = this.#parts
    const { metadata } = tool
    const { state, reason } = toolState({ ...(troubleOf?.(tool, agentId) ?? NO_TROUBLE), ...facts })
    return {
      tool_class: tool.toolClass,
      name: metadata.tool.name,
      qualified_name: tool.qualifiedName,
      display_name: metadata.tool.displayName || metadata.tool.name,
      description: metadata.tool.description,
      category: metadata.tool.category,
      icon: tool.icon,
      plugin_slug: tool.pluginSlug,
      plugin_name: tool.pluginName,
      source: tool.pluginSlug === null ? 'builtin' : 'plugin',
      state,
      state_reason: reason,
      missing_required: [...facts.missing],
      approval: approvalSummary(facts.operations),
      discriminator_key: discriminatorKey(metadata),
      operations: operationsOf(metadata).map(operationView),
      parameter_schema: canonicalSchema(metadata),
      settings_schema: settingSchemaViews(metadata.settings),
      used_by: usedBy.map(id => ({ agent_id: id, name: agents.get(id).name })),
    }
  }

  #missing(tool: RegisteredTool, agentId: number | null): MissingSetting[] {
    const { config, agents } = this.#parts
    const userId = agentId === null ? OPERATOR_USER_ID : agents.owner(agentId).ownerUserId
    return config.missingRequired(tool.toolClass, agentId, userId)
  }

  #usedBy(toolClass: string): number[] {
    return this.#parts.database.sqlite
      .prepare(
        `SELECT agents.id FROM agent_tools JOIN agents ON agents.id = agent_tools.agent_id
         WHERE agent_tools.tool_class = ? AND agents.archived = 0 ORDER BY agents.name COLLATE NOCASE, agents.id`,
      )
      .pluck()
      .all(toolClass) as number[]
  }

  #callCounts(agentId: number, toolClass: string): Map<string, number> {
    const rows = this.#parts.database.sqlite
      .prepare('SELECT operation, count(*) FROM tool_calls WHERE agent_id = ? AND tool_class = ? GROUP BY operation')
      .raw()
      .all(agentId, toolClass) as [string, number][]
    return new Map(rows)
  }
}

function operationView(operation: EffectiveOperation['operation']): OperationView {
  return {
    name: operation.name,
    description: operation.description,
    effect: operation.effect,
    idempotent: operation.idempotent,
    enabled_by_default: operation.enabledByDefault,
    requires_approval_by_default: operation.requiresApprovalByDefault,
  }
}

function agentOperation(effective: EffectiveOperation, calls: number): AgentOperationView {
  const { operation, override } = effective
  return {
    name: operation.name,
    description: operation.description,
    effect: operation.effect,
    enabled_by_default: operation.enabledByDefault,
    requires_approval_by_default: operation.requiresApprovalByDefault,
    enabled: override.enabled,
    requires_approval: override.requiresApproval,
    effective_enabled: effective.enabled,
    effective_requires_approval: effective.requiresApproval,
    calls,
  }
}
