import type { AgentChange, AgentView } from '../../../shared/contract/agents.ts'

/** Only the keys of this section that differ: a save never writes what the form does not show. */
export function agentChange<Key extends keyof AgentChange & keyof AgentView>(
  agent: AgentView,
  draft: Pick<AgentView, Key>,
): AgentChange {
  const keys = Object.keys(draft) as Key[]
  return Object.fromEntries(keys.filter(key => draft[key] !== agent[key]).map(key => [key, draft[key]]))
}
