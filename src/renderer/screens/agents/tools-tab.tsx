import { useQuery } from '@tanstack/react-query'
import { Settings2 } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import type { AgentToolView, AgentView } from '../../../shared/contract/agents.ts'
import { api } from '../../api/client.ts'
import { Banner } from '../../components/banner.tsx'
import { QueryView } from '../../components/query-view.tsx'
import { SearchField } from '../../components/search-field.tsx'
import { Segmented } from '../../components/segmented.tsx'
import { Switch } from '../../components/switch.tsx'
import { useText } from '../../i18n/text.tsx'
import { spokenName } from '../../tool-parts/spoken-name.ts'
import { anyTool, filterTools, groupByCategory } from '../../tool-parts/tool-filter.ts'
import { toolPath } from '../../tool-parts/tool-path.ts'
import { ToolRow } from '../../tool-parts/tool-row.tsx'
import { useToolSwitch } from '../../tool-parts/use-tool-switch.tsx'

/** Every tool there is, as this agent has it, with its switch. */
export function ToolsTab({ agent }: { agent: AgentView }) {
  const tools = useQuery(api.agents.tools.queryOptions({ input: { id: agent.id } }))
  return <QueryView query={tools}>{list => <ToolList agent={agent} list={list} />}</QueryView>
}

function ToolList({ agent, list }: { agent: AgentView; list: readonly AgentToolView[] }) {
  const t = useText()
  const [search, setSearch] = useState('')
  const [show, setShow] = useState<'all' | 'on'>('all')
  const { toggle, pending, error, sheet } = useToolSwitch(agent)
  const of = new Map(list.map(has => [has.tool.tool_class, has]))
  const shown = filterTools(
    list.filter(has => show === 'all' || has.enabled).map(has => has.tool),
    { ...anyTool, search },
  )
  return (
    <div className="page-padding">
      <div className="row wrap panel-head">
        <div className="tools-search">
          <SearchField label={t('agents.tools.search')} value={search} onChange={setSearch} />
        </div>
        <Segmented
          label={t('agents.tools.only_on')}
          value={show}
          options={[
            { value: 'all', label: t('agents.tools.all') },
            { value: 'on', label: t('agents.tools.on') },
          ]}
          onChange={setShow}
        />
        <span className="note" role="status">
          {t('agents.tools.intro', { on: list.filter(has => has.enabled).length, total: list.length })}
        </span>
      </div>
      {error && <Banner tone="danger">{error}</Banner>}
      {shown.length === 0 && search !== '' && <p className="muted">{t('agents.tools.none_match', { search })}</p>}
      {groupByCategory(shown).map(group => (
        <section key={group.category} aria-label={spokenName(group.category) || t('tools.uncategorised')}>
          <div className="section-head">
            <h2>{spokenName(group.category) || t('tools.uncategorised')}</h2>
            <span className="count">{group.tools.length}</span>
          </div>
          <div className="framed">
            {group.tools.map(tool => {
              const has = of.get(tool.tool_class)
              if (!has) return null
              const unusable = tool.state === 'load_error' || tool.state === 'plugin_off'
              return (
                <ToolRow key={tool.tool_class} tool={tool} href={toolPath(tool)} has={has}>
                  {tool.settings_schema.length > 0 && !unusable && (
                    <Link
                      className="button"
                      data-kind="quiet"
                      data-size="small"
                      data-icon-only=""
                      href={toolPath(tool, 'settings', `agent-${agent.id}`)}
                      aria-label={t('agents.tools.settings', { tool: tool.display_name, agent: agent.name })}
                    >
                      <Settings2 className="icon" aria-hidden />
                    </Link>
                  )}
                  <Switch
                    checked={has.enabled}
                    // Never off while it works: a focus that is in it would be lost.
                    disabled={unusable && !has.enabled}
                    label={tool.display_name}
                    onChange={enabled => pending === null && toggle(has, enabled)}
                  />
                </ToolRow>
              )
            })}
          </div>
        </section>
      ))}
      {sheet}
    </div>
  )
}
