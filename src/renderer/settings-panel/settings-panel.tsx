import { useQuery } from '@tanstack/react-query'
import type { SettingScope } from '../../shared/contract/settings.ts'
import type { ToolView } from '../../shared/contract/tools.ts'
import { api } from '../api/client.ts'
import { EmptyState } from '../components/empty-state.tsx'
import { QueryView } from '../components/query-view.tsx'
import { useText } from '../i18n/text.tsx'
import { toldApart } from '../tool-parts/told-apart.ts'
import { ScopeControl } from './scope-control.tsx'
import { SettingsForm } from './settings-form.tsx'

interface Props {
  readonly tool: ToolView
  readonly scope: SettingScope
  readonly onScope: (scope: SettingScope) => void
}

/** A tool's settings in one scope. Nothing can be saved from a view that did not load. */
export function SettingsPanel({ tool, scope, onScope }: Props) {
  const t = useText()
  const agents = useQuery(api.agents.list.queryOptions())
  // One that is archived is in no list, and has its settings all the same.
  const id = scope.scope === 'agent' ? scope.agent_id : 0
  const listed = agents.data?.some(agent => agent.id === id)
  const one = useQuery(api.agents.get.queryOptions({ input: { id }, enabled: id > 0 && listed === false }))
  const all = toldApart([...(agents.data ?? []), ...(one.data && !listed ? [one.data] : [])])
  const view = useQuery(
    api.settings.get.queryOptions({
      input: { tool_class: tool.tool_class, scope },
      enabled: tool.state !== 'load_error' && tool.settings_schema.length > 0,
    }),
  )
  if (tool.state === 'load_error')
    return <EmptyState title={t('settings.not_loaded.title')}>{t('settings.not_loaded.text')}</EmptyState>
  if (tool.settings_schema.length === 0)
    return <EmptyState title={t('settings.none.title')}>{t('settings.none.text')}</EmptyState>
  const agentName = scope.scope === 'agent' ? all.find(agent => agent.id === scope.agent_id)?.name : undefined
  return (
    <div className="settings-panel">
      <QueryView query={view}>
        {loaded => (
          <SettingsForm
            key={JSON.stringify(scope)}
            view={loaded}
            scope={scope}
            agentName={agentName ?? ''}
            scopeControl={
              <ScopeControl
                scope={scope}
                onScope={onScope}
                agents={all}
                users={tool.used_by.map(({ agent_id }) => agent_id)}
              />
            }
          />
        )}
      </QueryView>
    </div>
  )
}
