import { useQuery } from '@tanstack/react-query'
import type { AgentView } from '../../shared/contract/agents.ts'
import type { ToolView } from '../../shared/contract/tools.ts'
import { api } from '../api/client.ts'
import { Avatar } from '../components/avatar.tsx'
import { Switch } from '../components/switch.tsx'
import { useText } from '../i18n/text.tsx'
import { useToolSwitch } from './use-tool-switch.tsx'

/** One agent and whether it may use the tool. */
export function AgentToolLine({ agent, tool }: { agent: AgentView; tool: ToolView }) {
  const t = useText()
  const tools = useQuery(api.agents.tools.queryOptions({ input: { id: agent.id } }))
  const { toggle, pending, error, sheet } = useToolSwitch(agent)
  const has = tools.data?.find(each => each.tool.tool_class === tool.tool_class)
  return (
    <div className="choice-line">
      <Avatar name={agent.name} />
      <span className="grow">
        <span className="clip">{agent.name}</span>
        {error && (
          <small className="note" data-tone="danger" role="alert">
            {error}
          </small>
        )}
      </span>
      <Switch
        checked={has?.enabled ?? false}
        disabled={!has}
        label={t('tools.enable.switch', { tool: tool.display_name, agent: agent.name })}
        onChange={on => has && pending === null && toggle(has, on)}
      />
      {sheet}
    </div>
  )
}
