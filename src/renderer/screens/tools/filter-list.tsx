import { Layers, Package } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ToolView } from '../../../shared/contract/tools.ts'
import { Avatar } from '../../components/avatar.tsx'
import { ToolIcon } from '../../components/tool-icon.tsx'
import { useText } from '../../i18n/text.tsx'
import { anyTool, countBy, sourceOf, type ToolFilter } from '../../tool-parts/tool-filter.ts'
import { toolStateLook } from '../../tool-parts/tool-state-chip.tsx'

interface Props {
  readonly tools: readonly ToolView[]
  readonly filter: ToolFilter
  readonly onFilter: (filter: ToolFilter) => void
}

const STATES = ['on', 'off', 'needs_configuration', 'left_out', 'plugin_off', 'load_error'] as const

/** State, source and agent with their counts. Pressing the chosen one again lets go of it. */
export function FilterList({ tools, filter, onFilter }: Props) {
  const t = useText()
  const states = countBy(tools, tool => [tool.state])
  const sources = countBy(tools, tool => [sourceOf(tool)])
  const agents = countBy(tools, tool => tool.used_by.map(agent => agent.agent_id))
  const one = (source: string) => tools.find(tool => sourceOf(tool) === source)
  const agentNames = new Map(tools.flatMap(tool => tool.used_by.map(agent => [agent.agent_id, agent.name] as const)))
  return (
    <>
      <FilterItem
        icon={<Layers className="icon" aria-hidden />}
        name={t('tools.all')}
        count={tools.length}
        pressed={!filter.state && !filter.source && !filter.agent}
        onPress={() => onFilter({ ...anyTool, search: filter.search, approval: filter.approval })}
      />
      <h2 className="group">{t('tools.by_state')}</h2>
      {STATES.filter(state => states.has(state) || state === 'on' || state === 'off').map(state => {
        const { icon: Icon, word, tone } = toolStateLook[state]
        return (
          <FilterItem
            key={state}
            icon={<Icon className="icon" aria-hidden />}
            name={
              state === 'on' || state === 'needs_configuration' ? t(`tools.filter.${state}`) : t(word, { count: 0 })
            }
            count={states.get(state) ?? 0}
            tone={tone === 'wait' || tone === 'danger' ? tone : undefined}
            pressed={filter.state === state}
            onPress={() => onFilter({ ...filter, state: filter.state === state ? null : state })}
          />
        )
      })}
      <h2 className="group">{t('tools.by_source')}</h2>
      {[...sources]
        .sort(([left], [right]) => (left === 'builtin' ? -1 : right === 'builtin' ? 1 : left.localeCompare(right)))
        .map(([source, count]) => {
          const tool = one(source)
          return (
            <FilterItem
              key={source}
              icon={
                source === 'builtin' ? (
                  <Package className="icon" aria-hidden />
                ) : (
                  <ToolIcon icon={{ kind: 'fallback', reason: null }} />
                )
              }
              name={tool?.plugin_name ?? (source === 'builtin' ? t('tools.builtin') : source)}
              count={count}
              pressed={filter.source === source}
              onPress={() => onFilter({ ...filter, source: filter.source === source ? null : source })}
            />
          )
        })}
      {agents.size > 0 && <h2 className="group">{t('tools.by_agent')}</h2>}
      {[...agents].map(([agent, count]) => (
        <FilterItem
          key={agent}
          icon={<Avatar name={agentNames.get(agent) ?? ''} />}
          name={agentNames.get(agent) ?? ''}
          count={count}
          pressed={filter.agent === agent}
          onPress={() => onFilter({ ...filter, agent: filter.agent === agent ? null : agent })}
        />
      ))}
    </>
  )
}

interface ItemProps {
  readonly icon: ReactNode
  readonly name: string
  readonly count: number
  readonly tone?: 'wait' | 'danger'
  readonly pressed: boolean
  readonly onPress: () => void
}

function FilterItem({ icon, name, count, tone, pressed, onPress }: ItemProps) {
  return (
    <button type="button" className="filter-item" aria-pressed={pressed} onClick={onPress}>
      {icon}
      <span className="clip">{name}</span>
      <span className="count" data-tone={count > 0 ? tone : undefined}>
        {count}
      </span>
    </button>
  )
}
