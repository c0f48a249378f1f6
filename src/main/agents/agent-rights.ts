import type { RegisteredTool } from '../tools/registered-tool.ts'
import type { ToolActivation } from './tool-activation.ts'

/** What an agent may do with an operation; each includes the ones before it. */
export const RIGHTS = ['off', 'asks', 'free'] as const
export type Right = (typeof RIGHTS)[number]

/** The right to every operation of a tool, by name. Off throughout while the tool is not enabled. */
export function rightsTo(
  activation: Pick<ToolActivation, 'isEnabled' | 'operations'>,
  agentId: number,
  tool: RegisteredTool,
): ReadonlyMap<string, Right> {
  const enabled = activation.isEnabled(agentId, tool.toolClass)
  return new Map(
    activation
      .operations(agentId, tool)
      .map(operation => [
        operation.name,
        !enabled || !operation.enabled ? 'off' : operation.requiresApproval ? 'asks' : 'free',
      ]),
  )
}

/** What all of these agents may do. */
export function commonRights(
  activation: Pick<ToolActivation, 'isEnabled' | 'operations'>,
  agentIds: readonly number[],
  tool: RegisteredTool,
): ReadonlyMap<string, Right> {
  const each = agentIds.map(id => rightsTo(activation, id, tool))
  const names = [...(each[0]?.keys() ?? [])]
  return new Map(names.map(name => [name, lowest(each.map(rights => rights.get(name) ?? 'off'))]))
}

export function exceeds(right: Right, limit: Right): boolean {
  return RIGHTS.indexOf(right) > RIGHTS.indexOf(limit)
}

function lowest(rights: readonly Right[]): Right {
  return RIGHTS.find(right => rights.includes(right)) ?? 'off'
}
