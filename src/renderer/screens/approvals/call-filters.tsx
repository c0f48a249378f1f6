import type { CallView } from '../../../shared/contract/calls.ts'
import { Select } from '../../components/select.tsx'
import { useText } from '../../i18n/text.tsx'

export interface Filter {
  readonly agent: string
  readonly tool: string
}

const ANY = ''
export const noFilter: Filter = { agent: ANY, tool: ANY }

export function filterCalls(calls: readonly CallView[], { agent, tool }: Filter): CallView[] {
  return calls.filter(
    call => (agent === ANY || call.agent.name === agent) && (tool === ANY || call.display_name === tool),
  )
}

interface Props {
  readonly calls: readonly CallView[]
  readonly filter: Filter
  readonly onChange: (filter: Filter) => void
}

/** Narrows the inbox to one agent or one tool; offered when there is more than one. */
export function CallFilters({ calls, filter, onChange }: Props) {
  const t = useText()
  const agents = [...new Set(calls.map(call => call.agent.name))]
  const tools = [...new Set(calls.map(call => call.display_name))]
  const options = (any: string, names: readonly string[]) => [
    { value: ANY, label: any },
    ...names.map(name => ({ value: name, label: name })),
  ]
  return (
    <div className="row call-filters">
      {agents.length > 1 && (
        <Select
          label={t('approvals.filter_agent')}
          value={filter.agent}
          options={options(t('approvals.agent_any'), agents)}
          onChange={agent => onChange({ ...filter, agent })}
        />
      )}
      {tools.length > 1 && (
        <Select
          label={t('approvals.filter_tool')}
          value={filter.tool}
          options={options(t('approvals.tool_any'), tools)}
          onChange={tool => onChange({ ...filter, tool })}
        />
      )}
    </div>
  )
}
