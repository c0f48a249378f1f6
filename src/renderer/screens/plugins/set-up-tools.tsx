import { useQuery } from '@tanstack/react-query'
import type { ToolView } from '../../../shared/contract/tools.ts'
import { api } from '../../api/client.ts'
import { QueryView } from '../../components/query-view.tsx'
import { ToolWell } from '../../components/tool-icon.tsx'
import { useText } from '../../i18n/text.tsx'
import { AgentToolLine } from '../../tool-parts/agent-tool-line.tsx'
import { MissingSettings } from '../../tool-parts/missing-settings.tsx'
import { toldApart } from '../../tool-parts/told-apart.ts'
import { ToolStateChip } from '../../tool-parts/tool-state-chip.tsx'

/** For each tool of a new plugin: what is missing, and who may use it. */
export function SetUpTools({ slug }: { slug: string }) {
  const tools = useQuery(api.tools.list.queryOptions())
  return (
    <QueryView query={tools}>
      {list => (
        <div className="set-up">
          {list
            .filter(tool => tool.plugin_slug === slug && tool.state !== 'load_error')
            .map(tool => (
              <SetUpTool key={tool.tool_class} tool={tool} />
            ))}
        </div>
      )}
    </QueryView>
  )
}

function SetUpTool({ tool }: { tool: ToolView }) {
  const t = useText()
  const agents = useQuery(api.agents.list.queryOptions())
  return (
    <section className="stack" aria-label={tool.display_name}>
      <div className="row">
        <ToolWell icon={tool.icon} size="small" />
        <h3>{tool.display_name}</h3>
        <ToolStateChip tool={tool} />
      </div>
      {tool.missing_required.length > 0 && <MissingSettings tool={tool} />}
      <h4 className="label">{t('plugins.setup.agents')}</h4>
      <QueryView query={agents} empty={<p className="note">{t('plugins.setup.no_agents')}</p>}>
        {list => (
          <div className="framed">
            {toldApart(list).map(agent => (
              <AgentToolLine key={agent.id} agent={agent} tool={tool} />
            ))}
          </div>
        )}
      </QueryView>
    </section>
  )
}
