import type { ToolMetadata } from '@spora/sdk'
import { and, eq } from 'drizzle-orm'
import { SporaError } from '../../shared/spora-error.ts'
import type { EventBus } from '../events/event-bus.ts'
import type { ToolConfigService } from '../settings/tool-config-service.ts'
import { now } from '../storage/clock.ts'
import type { Database } from '../storage/database.ts'
import { agentToolOperationOverrides, agentTools } from '../storage/schema.ts'
import { brief } from '../tools/quote.ts'
import type { RegisteredTool } from '../tools/registered-tool.ts'
import { shownName } from '../tools/shown-name.ts'
import type { ToolRegistry } from '../tools/tool-registry.ts'
import type { AgentStore } from './agent-store.ts'
import { AgentToolRows } from './agent-tool-rows.ts'
import { type EffectiveOperation, effectiveOperations, type StoredOverride } from './effective-operations.ts'

export type { EffectiveOperation } from './effective-operations.ts'

export interface ToolActivationParts {
  readonly database: Database
  readonly events: EventBus
  readonly registry: ToolRegistry
  readonly config: Pick<ToolConfigService, 'missingRequired'>
  readonly agents: Pick<AgentStore, 'get' | 'owner'>
}

/** Left out: unchanged. Null: back to what the tool declares. */
export interface OperationChange {
  readonly enabled?: boolean | null | undefined
  readonly requires_approval?: boolean | null | undefined
}

const TABLES = ['agent_tools', 'agent_tool_operation_overrides']

type AskListener = (agentId: number, toolClass: string, operation: string) => void

/** Which tools an agent may use, and which of their operations, asking or not. The only writer of both tables. */
export class ToolActivation {
  readonly #parts: ToolActivationParts
  readonly #rows: AgentToolRows
  readonly #askListeners: AskListener[] = []

  constructor(parts: ToolActivationParts) {
    this.#parts = parts
    this.#rows = new AgentToolRows(parts.database)
  }

  /** Told, inside the transaction, when an operation is set to ask. */
  onAsk(listener: AskListener): void {
    this.#askListeners.push(listener)
  }

  /** Grows with each write; whoever caches something made from it keeps it beside this number. */
  get version(): number {
    return this.#rows.version
  }

  /** In the order of registration. A tool that is not there now (its plugin is off or gone) keeps its row. */
  enabledTools(agentId: number): RegisteredTool[] {
    const enabled = this.#rows.classes(agentId)
    return this.#parts.registry.list().filter(({ toolClass }) => enabled.has(toolClass))
  }

  /** Also of tools that are not there now. */
  enabledClasses(agentId: number): string[] {
    return [...this.#rows.classes(agentId).keys()].sort()
  }

  isEnabled(agentId: number, toolClass: string): boolean {
    return this.#rows.isEnabled(agentId, toolClass)
  }

  /** Copies nothing into any layer of settings, and keeps the operator's choices when it is switched off. */
  setTool(agentId: number, toolClass: string, enabled: boolean): void {
    this.#write(() => {
      this.#parts.agents.get(agentId)
      if (!enabled) {
        this.#orm.delete(agentTools).where(enablement(agentId, toolClass)).run()
        return
      }
      const tool = this.#tool(toolClass)
      this.#refuseWhileMissing(agentId, tool)
      const row = { agentId, toolClass, toolName: tool.metadata.tool.name, createdAt: now() }
      this.#orm.insert(agentTools).values(row).onConflictDoNothing().run()
    }, agentId)
  }

  setOperation(agentId: number, toolClass: string, operation: string, change: OperationChange): void {
    this.#write(() => {
      this.#parts.agents.get(agentId)
      const tool = this.#tool(toolClass)
      const declared = effectiveOperations(tool.metadata)
      const known = declared.map(({ name }) => name)
      const effect = declared.find(({ name }) => name === operation)?.operation.effect
      if (!effect)
        throw new SporaError(
          'OPERATION_NOT_FOUND',
          `${shownName(tool.metadata)} has no operation “${brief(operation)}”. It has: ${brief(known.join(', '), 300)}.`,
          { tool_class: toolClass, operation },
        )
      const before = this.overrides(agentId, toolClass).get(operation)
      const { enabled = before?.enabled ?? null, requires_approval: asks } = change
      const after: StoredOverride = {
        enabled,
        ...(asks === undefined
          ? { requiresApproval: before?.requiresApproval ?? null, chosenFor: before?.chosenFor ?? null }
          : { requiresApproval: asks, chosenFor: asks === false ? effect : null }),
      }
      const { agentId: agent, toolClass: tools, operation: name } = agentToolOperationOverrides
      if (after.enabled === null && after.requiresApproval === null)
        this.#orm
          .delete(agentToolOperationOverrides)
          .where(and(eq(agent, agentId), eq(tools, toolClass), eq(name, operation)))
          .run()
      else
        this.#orm
          .insert(agentToolOperationOverrides)
          .values({ agentId, toolClass, operation, ...after })
          .onConflictDoUpdate({ target: [agent, tools, name], set: after })
          .run()
      if (change.requires_approval === true) for (const tell of this.#askListeners) tell(agentId, toolClass, operation)
    }, agentId)
  }

  /** Every operation of the tool as the agent has it, whether or not the tool is enabled. The same list until it changes. */
  operations(agentId: number, { metadata, toolClass }: RegisteredTool): readonly EffectiveOperation[] {
    return keptOperations(metadata, this.overrides(agentId, toolClass))
  }

  /** Forgets where the tools of a plugin are on, and how their operations are set. */
  dropTools(slug: string): void {
    const prefix = `${slug}/`
    for (const table of TABLES)
      this.#parts.database.sqlite
        .prepare(`DELETE FROM ${table} WHERE substr(tool_class, 1, ?) = ?`)
        .run(prefix.length, prefix)
  }

  /** What is set for one tool counts for another; what that one has already stays. */
  moveTool(from: string, to: string, toolName: string): void {
    const { sqlite } = this.#parts.database
    for (const table of TABLES) {
      sqlite.prepare(`UPDATE OR IGNORE ${table} SET tool_class = ? WHERE tool_class = ?`).run(to, from)
      sqlite.prepare(`DELETE FROM ${table} WHERE tool_class = ?`).run(from)
    }
    sqlite.prepare('UPDATE agent_tools SET tool_name = ? WHERE tool_class = ?').run(toolName, to)
  }

  /** The tool classes for whose operations something was chosen, enabled or not, there or not. */
  classesChosenFor(agentId: number): string[] {
    return this.#parts.database.sqlite
      .prepare('SELECT DISTINCT tool_class FROM agent_tool_operation_overrides WHERE agent_id = ?')
      .pluck()
      .all(agentId) as string[]
  }

  /** What was chosen for the operations of a tool, also of one that is not there now. */
  overrides(agentId: number, toolClass: string): ReadonlyMap<string, StoredOverride> {
    return this.#rows.overrides(agentId, toolClass)
  }

  /** C5: by no road. */
  #refuseWhileMissing(agentId: number, tool: RegisteredTool): void {
    const { config, agents } = this.#parts
    const missing = config.missingRequired(tool.toolClass, agentId, agents.owner(agentId).ownerUserId)
    if (missing.length === 0) return
    throw new SporaError(
      'SETTINGS_MISSING',
      `${shownName(tool.metadata)} cannot be switched on before it is configured. Missing: ${missing.map(({ label }) => label).join(', ')}.`,
      { tool_class: tool.toolClass, missing_required: missing.map(({ key }) => key), missing },
    )
  }

  #tool(toolClass: string): RegisteredTool {
    const tool = this.#parts.registry.byClass(toolClass)
    if (tool) return tool
    throw new SporaError(
      'TOOL_NOT_FOUND',
      `There is no tool ${brief(toolClass)}. Perhaps its plugin was removed or is off.`,
      {
        tool_class: toolClass,
      },
    )
  }

  get #orm(): Database['orm'] {
    return this.#parts.database.orm
  }

  #write(work: () => void, agentId: number): void {
    const { database, events } = this.#parts
    database.transaction(() => {
      work()
      database.afterCommit(() => {
        events.changed('agents', agentId)
        events.changed('tools')
      })
    })
  }
}

const made = new WeakMap<ReadonlyMap<string, StoredOverride>, WeakMap<ToolMetadata, readonly EffectiveOperation[]>>()

/** Made once for what a tool declares and what was chosen for it. */
function keptOperations(
  metadata: ToolMetadata,
  overrides: ReadonlyMap<string, StoredOverride>,
): readonly EffectiveOperation[] {
  const ofOverrides = made.get(overrides) ?? new WeakMap<ToolMetadata, readonly EffectiveOperation[]>()
  made.set(overrides, ofOverrides)
  const known = ofOverrides.get(metadata)
  if (known) return known
  const operations = effectiveOperations(metadata, overrides)
  ofOverrides.set(metadata, operations)
  return operations
}

function enablement(agentId: number, toolClass: string) {
  return and(eq(agentTools.agentId, agentId), eq(agentTools.toolClass, toolClass))
}
