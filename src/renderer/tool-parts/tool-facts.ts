import type { AgentToolView } from '../../shared/contract/agents.ts'
import type { ToolView } from '../../shared/contract/tools.ts'

/** The counts of a tile: of all operations, how many are on and how many of those ask first. */
export interface OperationFacts {
  readonly total: number
  readonly on: number
  readonly asking: number
}

/** For one agent the effective operations count; without one the declared defaults. */
export function operationFacts(tool: ToolView, asAgentHasIt?: AgentToolView): OperationFacts {
  const operations = asAgentHasIt
    ? asAgentHasIt.operations.map(operation => ({
        on: operation.effective_enabled,
        asks: operation.effective_requires_approval,
      }))
    : tool.operations.map(operation => ({
        on: operation.enabled_by_default,
        asks: operation.requires_approval_by_default,
      }))
  const on = operations.filter(operation => operation.on)
  return { total: operations.length, on: on.length, asking: on.filter(operation => operation.asks).length }
}

export type TroubleState = Extract<ToolView['state'], 'load_error' | 'needs_configuration' | 'left_out' | 'plugin_off'>

/** Trouble takes the place of the facts on a tile; the state alone decides, so every screen agrees. */
export function troubleOf(tool: ToolView): TroubleState | null {
  return tool.state === 'on' || tool.state === 'off' ? null : tool.state
}
