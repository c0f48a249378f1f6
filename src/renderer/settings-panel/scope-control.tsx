import type { AgentView } from '../../shared/contract/agents.ts'
import type { SettingScope } from '../../shared/contract/settings.ts'
import { Segmented } from '../components/segmented.tsx'
import { Select } from '../components/select.tsx'
import { useText } from '../i18n/text.tsx'

interface Props {
  readonly scope: SettingScope
  readonly onScope: (scope: SettingScope) => void
  readonly agents: readonly Pick<AgentView, 'id' | 'name'>[]
  /** The agents that use the tool: one of them is shown first. */
  readonly users: readonly number[]
}

/** Whose values are looked at: everybody's, yours, or one agent's. */
export function ScopeControl({ scope, onScope, agents, users }: Props) {
  const t = useText()
  const first = agents.find(agent => users.includes(agent.id)) ?? agents[0]
  return (
    <div className="row wrap">
      <Segmented
        label={t('settings.scope.label')}
        value={scope.scope}
        options={[
          { value: 'global', label: t('settings.scope.global') },
          { value: 'user', label: t('settings.scope.user') },
          ...(first || scope.scope === 'agent' ? [{ value: 'agent' as const, label: t('settings.scope.agent') }] : []),
        ]}
        onChange={next => {
          if (next !== 'agent') onScope({ scope: next })
          else if (scope.scope !== 'agent' && first) onScope({ scope: 'agent', agent_id: first.id })
        }}
      />
      {scope.scope === 'agent' && (
        <div className="scope-agent">
          <Select
            label={t('settings.scope.which')}
            value={scope.agent_id}
            options={agents.map(agent => ({ value: agent.id, label: agent.name }))}
            onChange={agent_id => onScope({ scope: 'agent', agent_id })}
          />
        </div>
      )}
    </div>
  )
}
