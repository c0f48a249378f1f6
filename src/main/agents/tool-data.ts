import type { EventBus } from '../events/event-bus.ts'
import type { ToolConfigService } from '../settings/tool-config-service.ts'
import type { Database } from '../storage/database.ts'
import type { ToolActivation } from './tool-activation.ts'

export interface ToolDataParts {
  readonly database: Database
  readonly events: EventBus
  readonly config: Pick<ToolConfigService, 'dropTools' | 'moveTool'>
  readonly activation: Pick<ToolActivation, 'dropTools' | 'moveTool'>
}

/** Everything kept under the class of a tool: settings of every layer, where it is on, and how its operations are set. */
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
      .all(prefix.length, prefix)
    return rows as { toolClass: string; toolName: string }[]
  }

  drop(slug: string): void {
    const { config, activation } = this.#parts
    config.dropTools(slug)
    activation.dropTools(slug)
    this.#changed()
  }

  move(from: string, to: string, toolName: string): void {
    const { config, activation } = this.#parts
    config.moveTool(from, to, toolName)
    activation.moveTool(from, to, toolName)
    this.#changed()
  }

  #changed(): void {
    const { database, events } = this.#parts
    database.afterCommit(() => {
      events.changed('settings')
      events.changed('agents')
    })
  }
}
