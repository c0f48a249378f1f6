import type { EventBus } from '../events/event-bus.ts'
import type { ToolConfigService } from '../settings/tool-config-service.ts'
import type { Database } from '../storage/database.ts'
import type { ToolActivation } from './tool-activation.ts'

/** Another part that keeps something under the class of a tool, and alone writes it. */
export interface ToolKeeper {
  /** Classes of the plugin for which it keeps what has to move with them. */
  toolClasses(slug: string): readonly string[]
  moveTool(from: string, to: string): void
  dropTools(slug: string): void
}

export interface ToolDataParts {
  readonly database: Database
  readonly events: EventBus
  readonly config: Pick<ToolConfigService, 'dropTools' | 'moveTool'>
  readonly activation: Pick<ToolActivation, 'dropTools' | 'moveTool'>
  readonly others?: () => readonly ToolKeeper[]
}

/**
 * Everything kept under the class of a tool: settings of every layer, where it is on, how its operations are set, and what
 * others keep.
 */
export class ToolData {
  readonly #parts: ToolDataParts

  constructor(parts: ToolDataParts) {
    this.#parts = parts
  }

  classesOf(slug: string): { toolClass: string; toolName: string }[] {
    const prefix = `${slug}/`
    const rows = this.#parts.database.sqlite
      .prepare(
        `SELECT tool_class AS toolClass, max(tool_name) AS toolName FROM (
           SELECT tool_class, tool_name FROM tool_configurations
           UNION SELECT tool_class, tool_name FROM agent_tools
           UNION SELECT tool_class, '' FROM tool_user_settings
           UNION SELECT tool_class, '' FROM agent_tool_overrides
           UNION SELECT tool_class, '' FROM agent_tool_operation_overrides
         ) WHERE substr(tool_class, 1, ?) = ? GROUP BY tool_class ORDER BY tool_class`,
      )
      .all(prefix.length, prefix) as { toolClass: string; toolName: string }[]
    const elsewhere = this.#others.flatMap(other => other.toolClasses(slug))
    const more = [...new Set(elsewhere)].filter(toolClass => rows.every(row => row.toolClass !== toolClass))
    return [...rows, ...more.map(toolClass => ({ toolClass, toolName: '' }))]
  }

  drop(slug: string): void {
    const { config, activation } = this.#parts
    config.dropTools(slug)
    activation.dropTools(slug)
    for (const other of this.#others) other.dropTools(slug)
    this.#changed()
  }

  move(from: string, to: string, toolName: string): void {
    const { config, activation } = this.#parts
    config.moveTool(from, to, toolName)
    activation.moveTool(from, to, toolName)
    for (const other of this.#others) other.moveTool(from, to)
    this.#changed()
  }

  get #others(): readonly ToolKeeper[] {
    return this.#parts.others?.() ?? []
  }

  #changed(): void {
    const { database, events } = this.#parts
    database.afterCommit(() => {
      events.changed('settings')
      events.changed('agents')
    })
  }
}
