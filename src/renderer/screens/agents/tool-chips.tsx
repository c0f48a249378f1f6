import type { AgentView } from '../../../shared/contract/agents.ts'
import { ToolIcon } from '../../components/tool-icon.tsx'
import { useText } from '../../i18n/text.tsx'

const SHOWN = 7

/** The tools of an agent as icons, named on hover and for screen readers. */
export function ToolChips({ tools }: { tools: AgentView['tools'] }) {
  const t = useText()
  if (tools.length === 0) return <p className="tool-row-facts">{t('agents.no_tools')}</p>
  const names = tools
    .map(tool => (tool.absent ? t('agents.tool_absent', { name: tool.display_name }) : tool.display_name))
    .join(', ')
  return (
    <div className="tool-chips" role="img" aria-label={t('agents.tools_of', { names })} title={names}>
      {tools.slice(0, SHOWN).map(tool => (
        <span key={tool.tool_class} className="well" data-size="small" data-absent={tool.absent ? '' : undefined}>
          <ToolIcon icon={tool.icon} />
        </span>
      ))}
      {tools.length > SHOWN && <span className="tool-row-facts">+{tools.length - SHOWN}</span>}
    </div>
  )
}
