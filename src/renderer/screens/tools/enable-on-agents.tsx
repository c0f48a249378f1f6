import { Popover } from '@base-ui/react/popover'
import { useQuery } from '@tanstack/react-query'
import { ChevronDown, Users } from 'lucide-react'
import { Link } from 'wouter'
import type { ToolView } from '../../../shared/contract/tools.ts'
import { api } from '../../api/client.ts'
import { Button } from '../../components/button.tsx'
import { QueryView } from '../../components/query-view.tsx'
import { useText } from '../../i18n/text.tsx'
import { AgentToolLine } from '../../tool-parts/agent-tool-line.tsx'
import { toldApart } from '../../tool-parts/told-apart.ts'

/** Which agents may use this tool, with a switch each. */
export function EnableOnAgents({ tool }: { tool: ToolView }) {
  const t = useText()
  const agents = useQuery(api.agents.list.queryOptions())
  return (
    <Popover.Root>
      <Popover.Trigger
        render={
          <Button icon={<Users className="icon" aria-hidden />}>
            {t('tools.enable_on', { count: tool.used_by.length })}
            <ChevronDown className="icon" aria-hidden />
          </Button>
        }
      />
      <Popover.Portal>
        <Popover.Positioner className="menu-positioner" sideOffset={4} align="end">
          <Popover.Popup className="menu enable-menu">
            <Popover.Title className="menu-title">
              {t('tools.enable_on.title', { name: tool.display_name })}
            </Popover.Title>
            <QueryView
              query={agents}
              empty={
                <p className="row choice-line">
                  <span className="note grow">{t('tools.enable_on.none')}</span>
                  <Link className="button" data-size="small" href="/agents/new">
                    {t('tools.enable_on.new')}
                  </Link>
                </p>
              }
            >
              {list => toldApart(list).map(agent => <AgentToolLine key={agent.id} agent={agent} tool={tool} />)}
            </QueryView>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
