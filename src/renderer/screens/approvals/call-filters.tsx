import type { CallView } from '../../../shared/contract/calls.ts'
import { Select } from '../../components/select.tsx'
import { useText } from '../../i18n/text.tsx'

interface Chosen {
  readonly id: string
  /** Stays when the last call of it is gone, so that the choice can still be read and taken back. */
  readonly name: string
}

export interface Filter {
  readonly agent: Chosen | null
  readonly tool: Chosen | null
}

const ANY = ''
export const noFilter: Filter = { agent: null, tool: null }

/** Two agents may have one name, and two plugins a tool of the same: what counts is which. */
const agentOf = ({ agent }: CallView): Chosen => ({ id: String(agent.id), name: agent.name })
const toolOf = (call: CallView): Chosen => ({ id: call.tool_class ?? call.tool_name, name: call.display_name })

export function filterCalls(calls: readonly CallView[], { agent, tool }: Filter): CallView[] {
  return calls.filter(
    call => (agent === null || agentOf(call).id === agent.id) && (tool === null || toolOf(call).id === tool.id),
  )
}

/** What can be chosen: each once, also the one that is chosen and has no call any more. */
function choices(calls: readonly CallView[], of: (call: CallView) => Chosen, chosen: Chosen | null): Chosen[] {
  const all = [...calls.map(of), ...(chosen ? [chosen] : [])]
  return [...new Map(all.map(choice => [choice.id, choice])).values()]
}

interface Props {
  readonly calls: readonly CallView[]
  readonly filter: Filter
  readonly onChange: (filter: Filter) => void
}

/** Narrows the inbox to one agent or one tool; offered when there is more than one, and for as long as one is chosen. */
export function CallFilters({ calls, filter, onChange }: Props) {
  const t = useText()
  const agents = choices(calls, agentOf, filter.agent)
  const tools = choices(calls, toolOf, filter.tool)
  const options = (any: string, all: readonly Chosen[]) => [
    { value: ANY, label: any },
    ...all.map(({ id, name }) => ({ value: id, label: name })),
  ]
  const find = (all: readonly Chosen[], id: string) => all.find(choice => choice.id === id) ?? null
  return (
    <div className="row call-filters">
      {(agents.length > 1 || filter.agent) && (
        <Select
          label={t('approvals.filter_agent')}
          value={filter.agent?.id ?? ANY}
          options={options(t('approvals.agent_any'), agents)}
          onChange={id => onChange({ ...filter, agent: find(agents, id) })}
        />
      )}
      {(tools.length > 1 || filter.tool) && (
        <Select
          label={t('approvals.filter_tool')}
          value={filter.tool?.id ?? ANY}
          options={options(t('approvals.tool_any'), tools)}
          onChange={id => onChange({ ...filter, tool: find(tools, id) })}
        />
      )}
    </div>
  )
}
