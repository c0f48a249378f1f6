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

/**
 * Of a tool that is not there now (its plugin is off or broken) only what was chosen is known. More than what each of the
 * others chose may be more than they have once it is back.
 */
export function mayExceed(
  activation: Pick<ToolActivation, 'isEnabled' | 'overrides'>,
  agentId: number,
  others: readonly number[],
  toolClass: string,
): boolean {
  const own = activation.overrides(agentId, toolClass)
  return others.some(other => {
    if (!activation.isEnabled(other, toolClass)) return true
    const theirs = activation.overrides(other, toolClass)
    return [...new Set([...own.keys(), ...theirs.keys()])].some(
      name =>
        isLooser(own.get(name)?.enabled, theirs.get(name)?.enabled, true) ||
        isLooser(own.get(name)?.requiresApproval, theirs.get(name)?.requiresApproval, false),
    )
  })
}

/** Nothing chosen follows the tool, which may be either. */
function isLooser(own: boolean | null | undefined, theirs: boolean | null | undefined, loose: boolean): boolean {
  return (own ?? null) !== (theirs ?? null) && own !== !loose && theirs !== loose
}

export function exceeds(right: Right, limit: Right): boolean {
  return RIGHTS.indexOf(right) > RIGHTS.indexOf(limit)
}

function lowest(rights: readonly Right[]): Right {
  return RIGHTS.find(right => rights.includes(right)) ?? 'off'
}
