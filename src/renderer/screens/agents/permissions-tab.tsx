import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { AgentToolView, AgentView } from '../../../shared/contract/agents.ts'
import { api } from '../../api/client.ts'
import { EmptyState } from '../../components/empty-state.tsx'
import { QueryView } from '../../components/query-view.tsx'
import { ToolIcon } from '../../components/tool-icon.tsx'
import { useText } from '../../i18n/text.tsx'
import { AgentOperations } from '../../tool-parts/agent-operations.tsx'
import { rememberedFor } from '../../tool-parts/remembered-for.ts'
import { RememberedNote } from '../../tool-parts/remembered-note.tsx'
import { ApprovalChip } from '../../tool-parts/tool-state-chip.tsx'

/** For every tool that is on: which operations may run and which ask first. */
export function PermissionsTab({ agent }: { agent: AgentView }) {
  const t = useText()
  const rules = useQuery(api.rules.list.queryOptions())
  const remembered = rememberedFor(rules.data ?? [], agent.id)
  const tools = useQuery(api.agents.tools.queryOptions({ input: { id: agent.id } }))
  return (
    <div className="page-padding">
      <QueryView
        query={tools}
        isEmpty={list => !list.some(has => has.enabled)}
        empty={
          <EmptyState
            title={t('agents.permissions.none.title')}
            action={
              <Link className="button" href={`/agents/${agent.id}/tools`}>
                {t('agents.permissions.none.action')}
              </Link>
            }
          >
            {t('agents.permissions.none.text')}
          </EmptyState>
        }
      >
        {list => (
          <>
            <p className="note panel-head">{t('agents.permissions.intro')}</p>
            <RememberedNote count={remembered.filter(({ tool_class }) => isOn(list, tool_class)).length} />
            {list
              .filter(has => has.enabled)
              .map(has => (
                <section key={has.tool.tool_class} aria-label={has.tool.display_name} className="permission-tool">
                  <div className="section-head">
                    <ToolIcon icon={has.tool.icon} />
                    <h2>{has.tool.display_name}</h2>
                    <ApprovalChip approval={has.tool.approval} />
                  </div>
                  <AgentOperations agent={agent} has={has} />
                </section>
              ))}
          </>
        )}
      </QueryView>
    </div>
  )
}

const isOn = (tools: readonly AgentToolView[], toolClass: string) =>
  tools.some(({ enabled, tool }) => enabled && tool.tool_class === toolClass)
