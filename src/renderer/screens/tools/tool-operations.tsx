import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import type { ToolView } from '../../../shared/contract/tools.ts'
import { api } from '../../api/client.ts'
import { EmptyState } from '../../components/empty-state.tsx'
import { QueryView } from '../../components/query-view.tsx'
import { Select } from '../../components/select.tsx'
import { useText } from '../../i18n/text.tsx'
import { AgentOperations } from '../../tool-parts/agent-operations.tsx'
import { DefaultOperations } from '../../tool-parts/default-operations.tsx'
import { toldApart } from '../../tool-parts/told-apart.ts'
import { toolPath } from '../../tool-parts/tool-path.ts'
import { scopeKey, scopeOf } from './scope-key.ts'

/** The declared defaults to read, or one agent's own choices to change. */
export function ToolOperations({ tool, agentKey }: { tool: ToolView; agentKey: string | undefined }) {
  const t = useText()
  const [, navigate] = useLocation()
  const agents = useQuery(api.agents.list.queryOptions())
  const scope = scopeOf(agentKey)
  const agent =
    scope.scope === 'agent' ? toldApart(agents.data ?? []).find(each => each.id === scope.agent_id) : undefined
  if (tool.state === 'load_error') return <EmptyState title={t('tools.operations.none')} />
  return (
    <div className="page-padding page-sections">
      <div className="row wrap">
        <label className="note" htmlFor="operations-agent">
          {t('tools.operations.choose_agent')}
        </label>
        <div className="scope-agent">
          <Select
            id="operations-agent"
            value={agent?.id ?? 0}
            options={[
              { value: 0, label: t('tools.operations.per_agent_defaults') },
              ...toldApart(agents.data ?? []).map(each => ({ value: each.id, label: each.name })),
            ]}
            onChange={id =>
              navigate(toolPath(tool, 'operations', id === 0 ? undefined : scopeKey({ scope: 'agent', agent_id: id })))
            }
          />
        </div>
        {!agent && <span className="note">{t('tools.operations.intro')}</span>}
      </div>
      {agent ? <OfAgent agent={agent} tool={tool} /> : <DefaultOperations operations={tool.operations} />}
    </div>
  )
}

function OfAgent({ agent, tool }: { agent: { readonly id: number; readonly name: string }; tool: ToolView }) {
  const tools = useQuery(api.agents.tools.queryOptions({ input: { id: agent.id } }))
  return (
    <QueryView query={tools}>
      {list => {
        const has = list.find(each => each.tool.tool_class === tool.tool_class)
        return has ? <AgentOperations agent={agent} has={has} /> : null
      }}
    </QueryView>
  )
}
