import type { AgentOperationView, AgentToolView } from '../../shared/contract/agents.ts'
import type { ToolView } from '../../shared/contract/tools.ts'
import { settingSchemaViews } from '../settings/setting-schema-views.ts'
import type { MissingSetting } from '../settings/told-settings.ts'
import type { ToolConfigService } from '../settings/tool-config-service.ts'
import type { Database } from '../storage/database.ts'
import { OPERATOR_USER_ID } from '../storage/operator.ts'
import type { AbsentTool } from '../tools/absent-tool.ts'
import { canonicalSchema } from '../tools/canonical-schema.ts'
import { DIALECTS, type DialectName } from '../tools/dialects/compile-for-dialect.ts'
import { discriminatorKey, operationsOf } from '../tools/operations.ts'
import type { RegisteredTool } from '../tools/registered-tool.ts'
import { leftOutReason } from '../tools/tool-definitions.ts'
import type { ToolRegistry } from '../tools/tool-registry.ts'
import { operationView, toolSummary } from '../tools/tool-summary.ts'
import type { AgentStore } from './agent-store.ts'
import { type EffectiveOperation, effectiveOperations } from './effective-operations.ts'
import { inTileOrder } from './in-tile-order.ts'
import type { ToolActivation } from './tool-activation.ts'
import { approvalSummary, NO_TROUBLE, type ToolFacts, toolState } from './tool-state.ts'

type DialectFor = (agentId: number | null) => DialectName | null

export interface ToolViewParts {
  readonly database: Database
  readonly registry: ToolRegistry
  readonly config: ToolConfigService
  readonly agents: AgentStore
  readonly activation: ToolActivation
  /** Tools that keep their tiles though they cannot be called. */
  readonly absentTools?: () => readonly AbsentTool[]
  /** The dialect of the model an agent would use now, without an agent of the default one; null when there is none. */
  readonly dialectFor?: (agentId: number | null) => DialectName | null
}

/** Tools as a window shows them: in general, or as one agent has them. */
export class ToolViews {
  readonly #parts: ToolViewParts

  constructor(parts: ToolViewParts) {
    this.#parts = parts
  }

  list(): ToolView[] {
    const { shown, absent } = this.#all()
    const dialectFor = this.#dialects()
    return inTileOrder(shown).map(tool => this.#inGeneral(tool, absent.get(tool.toolClass), dialectFor))
  }

  tool(tool: RegisteredTool): ToolView {
    return this.#inGeneral(tool, this.#all().absent.get(tool.toolClass), this.#dialects())
  }

  /** Every tool there is, in tile order, as the agent has it. */
  agentTools(agentId: number): AgentToolView[] {
    const { shown, absent } = this.#all()
    const dialectFor = this.#dialects()
    return inTileOrder(shown).map(tool => this.#ofAgent(agentId, tool, absent.get(tool.toolClass), dialectFor))
  }

  agentTool(agentId: number, tool: RegisteredTool): AgentToolView {
    return this.#ofAgent(agentId, tool, this.#all().absent.get(tool.toolClass), this.#dialects())
  }

  /** Also one that cannot be called now; undefined when nobody knows it. */
  byClass(toolClass: string): RegisteredTool | undefined {
    return this.#parts.registry.byClass(toolClass) ?? this.#all().absent.get(toolClass)?.tool
  }

  #all(): { shown: RegisteredTool[]; absent: Map<string, AbsentTool> } {
    const absent = new Map((this.#parts.absentTools?.() ?? []).map(each => [each.tool.toolClass, each]))
    return { shown: [...this.#parts.registry.list(), ...[...absent.values()].map(({ tool }) => tool)], absent }
  }

  /** Asked once for each agent, however many tools there are. */
  #dialects(): DialectFor {
    const known = new Map<number | null, DialectName | null>()
    return agentId => {
      if (!known.has(agentId)) known.set(agentId, this.#parts.dialectFor?.(agentId) ?? null)
      return known.get(agentId) ?? null
    }
  }

  /**
   * On when an agent uses it. What is missing is what one of those agents misses, else what a new agent would; the same
   * goes for whether a model's API takes it.
   */
  #inGeneral(tool: RegisteredTool, absent: AbsentTool | undefined, dialectFor: DialectFor): ToolView {
    const usedBy = this.#usedBy(tool.toolClass)
    const someone = usedBy.length === 0 ? [null] : usedBy
    const operations = effectiveOperations(tool.metadata)
    const leftOut = someone.map(id =>
      leftOutOf(tool, id === null ? operations : this.#parts.activation.operations(id, tool), dialectFor(id)),
    )
    return this.#view(tool, absent, usedBy, {
      enabled: usedBy.length > 0,
      missing: someone.map(id => this.#missing(tool, id)).find(list => list.length > 0) ?? [],
      operations,
      leftOut: leftOut.find(reason => reason !== null) ?? null,
    })
  }

  #ofAgent(
    agentId: number,
    tool: RegisteredTool,
    absent: AbsentTool | undefined,
    dialectFor: DialectFor,
  ): AgentToolView {
    const { activation } = this.#parts
    const enabled = activation.isEnabled(agentId, tool.toolClass)
    const operations = activation.operations(agentId, tool)
    const calls = this.#callCounts(agentId, tool.toolClass)
    const leftOut = leftOutOf(tool, operations, dialectFor(agentId))
    const facts = { enabled, missing: this.#missing(tool, agentId), operations, leftOut }
    return {
      tool: this.#view(tool, absent, this.#usedBy(tool.toolClass), facts),
      enabled,
      operations: (absent?.declared === false ? [] : operations).map(operation =>
        agentOperation(operation, calls.get(operation.name) ?? 0),
      ),
    }
  }

  #view(
    tool: RegisteredTool,
    absent: AbsentTool | undefined,
    usedBy: readonly number[],
    facts: Omit<ToolFacts, 'loadError' | 'pluginOff'> & { readonly operations: readonly EffectiveOperation[] },
  ): ToolView {
    const { agents } = this.#parts
    const { metadata } = tool
    const declared = absent?.declared ?? true
    const { loadError, pluginOff } = absent ?? NO_TROUBLE
    const { state, reason } = toolState({ loadError, pluginOff, ...facts })
    return {
      ...toolSummary(tool.toolClass, metadata),
      qualified_name: tool.qualifiedName,
      icon: tool.icon,
      plugin_slug: tool.pluginSlug,
      plugin_name: tool.pluginName,
      source: tool.pluginSlug === null ? 'builtin' : 'plugin',
      state,
      state_reason: reason,
      missing_required: [...facts.missing],
      approval: approvalSummary(facts.operations),
      discriminator_key: discriminatorKey(metadata),
      operations: declared ? operationsOf(metadata).map(operationView) : [],
      parameter_schema: declared ? canonicalSchema(metadata) : null,
      settings_schema: settingSchemaViews(metadata.settings),
      used_by: usedBy.map(id => ({ agent_id: id, name: agents.get(id).name })),
    }
  }

  #missing(tool: RegisteredTool, agentId: number | null): readonly MissingSetting[] {
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

function leftOutOf(
  { metadata }: RegisteredTool,
  operations: readonly EffectiveOperation[],
  dialect: DialectName | null,
): string | null {
  if (dialect === null) return null
  const allowed = operations.filter(({ enabled }) => enabled).map(({ name }) => name)
  const reason = leftOutReason(metadata, allowed, dialect)
  if (reason === null) return null
  const { label } = DIALECTS[dialect]
  return `Models of the ${label} kind would refuse this tool, so it is left out. ${reason} Another model, or another choice under Tool schemas in the model’s settings, may take it.`
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
