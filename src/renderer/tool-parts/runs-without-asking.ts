import type { AgentToolView } from '../../shared/contract/agents.ts'
import type { ToolView } from '../../shared/contract/tools.ts'

export interface UnaskedOperation {
  readonly name: string
  readonly description: string
  readonly effect: 'none' | 'write' | 'destructive'
}

/**
 * What would run without a question once the tool is on (rule P7): the agent's own choices where it has some, else the
 * declared defaults. The most dangerous come first.
 */
export function runsWithoutAsking(tool: ToolView, asAgentHasIt?: AgentToolView): UnaskedOperation[] {
  const free = asAgentHasIt
    ? asAgentHasIt.operations.filter(each => each.effective_enabled && !each.effective_requires_approval)
    : tool.operations.filter(each => each.enabled_by_default && !each.requires_approval_by_default)
  const weight = { destructive: 0, write: 1, none: 2 }
  return free
    .map(({ name, description, effect }) => ({ name, description, effect }))
    .sort((left, right) => weight[left.effect] - weight[right.effect])
}
