import type { SettingScope } from '../../../shared/contract/settings.ts'

/** A scope as an address says it: `all`, `you`, `agent-3`. */
export function scopeKey(scope: SettingScope): string {
  return scope.scope === 'agent' ? `agent-${scope.agent_id}` : scope.scope === 'user' ? 'you' : 'all'
}

export function scopeOf(key: string | undefined): SettingScope {
  const agent = /^agent-([1-9]\d*)$/.exec(key ?? '')?.[1]
  if (agent) return { scope: 'agent', agent_id: Number(agent) }
  return { scope: key === 'you' ? 'user' : 'global' }
}
