import { useMutation, useQuery } from '@tanstack/react-query'
import { Bot } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import type { AgentView } from '../../../shared/contract/agents.ts'
import { api } from '../../api/client.ts'
import { shownError } from '../../api/error.ts'
import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { DetailPane } from '../../components/panes.tsx'
import { QueryView } from '../../components/query-view.tsx'
import { Select } from '../../components/select.tsx'
import { ToolIcon } from '../../components/tool-icon.tsx'
import { useText } from '../../i18n/text.tsx'
import { toldApart } from '../../tool-parts/told-apart.ts'
import { Composer } from './composer.tsx'
import { examplesFor } from './examples.ts'

/** The agent that was talked to last in this window comes first next time. */
let lastAgent: number | null = null

export function NewChat({ agentId }: { agentId: number | null }) {
  const t = useText()
  const agents = useQuery(api.agents.list.queryOptions({ input: {} }))
  return (
    <DetailPane title={<h1 className="bar-title">{t('chats.new')}</h1>} back="/chats">
      <div className="scroll">
        <QueryView query={agents} empty={<NoAgents />}>
          {list => <Start agents={list} wanted={agentId} />}
        </QueryView>
      </div>
    </DetailPane>
  )
}

function Start({ agents, wanted }: { agents: readonly AgentView[]; wanted: number | null }) {
  const t = useText()
  const [, navigate] = useLocation()
  const [chosen, setChosen] = useState(wanted ?? lastAgent)
  const [suggestion, setSuggestion] = useState<{ text: string; count: number }>()
  const models = useQuery(api.models.list.queryOptions())
  /** The model that is offered tools although it has refused them. */
  const [offeredAnyway, setOfferedAnyway] = useState<number | null>(null)
  const create = useMutation(api.tasks.create.mutationOptions())
  const here = useMounted()
  const agent = agents.find(({ id }) => id === chosen) ?? agents[0]
  if (!agent) return null
  const toolsAnyway = offeredAnyway !== null && offeredAnyway === agent.model?.id
  const refuses = agent.tools.length > 0 && models.data?.find(({ id }) => id === agent.model?.id)?.tools === 'refuses'

  async function send(prompt: string) {
    if (!agent) return
    const task = await create.mutateAsync({
      agent_id: agent.id,
      prompt,
      ...(refuses && !toolsAnyway ? { without_tools: true } : {}),
    })
    lastAgent = agent.id
    // Whoever went elsewhere meanwhile stays there.
    if (here.current) navigate(`/chats/${task.id}`)
  }

  return (
    <div className="new-chat">
      {!agent.model && <NoModel />}
      {agent.model && refuses && (
        <NoTools
          model={agent.model.name}
          toolsAnyway={toolsAnyway}
          onToolsAnyway={anyway => setOfferedAnyway(anyway ? (agent.model?.id ?? null) : null)}
        />
      )}
      <div className="row">
        <Select
          label={t('chats.agent')}
          value={agent.id}
          options={toldApart(agents).map(({ id, name, description }) => ({ value: id, label: name, description }))}
          onChange={setChosen}
        />
        <span className="muted clip">{agent.description}</span>
      </div>
      <Composer
        chat="new"
        label={t('chats.message_to', { agent: agent.name })}
        placeholder={t('chats.write', { agent: agent.name })}
        onSend={send}
        disabled={!agent.model}
        autoFocus
        suggestion={suggestion}
      >
        <span className="row icons" role="img" aria-label={agent.tools.map(tool => tool.display_name).join(', ')}>
          {agent.tools.slice(0, 8).map(tool => (
            <ToolIcon key={tool.tool_class} icon={tool.icon} />
          ))}
        </span>
      </Composer>
      {create.isError && <Banner tone="danger">{shownError(create.error).message}</Banner>}
      <section className="stack" aria-label={t('chats.try')}>
        <h2 className="label">{t('chats.try')}</h2>
        {examplesFor(agent).map(key => (
          <Button
            key={key}
            className="example"
            onClick={() => setSuggestion(old => ({ text: t(key), count: (old?.count ?? 0) + 1 }))}
          >
            {t(key)}
          </Button>
        ))}
      </section>
    </div>
  )
}

function useMounted(): RefObject<boolean> {
  const mounted = useRef(true)
  useEffect(() => {
    mounted.current = true
    return () => {
      mounted.current = false
    }
  }, [])
  return mounted
}

function NoModel() {
  const t = useText()
  const [, navigate] = useLocation()
  return (
    <Banner
      tone="wait"
      action={
        <Button size="small" onClick={() => navigate('/settings/models')}>
          {t('chats.add_model')}
        </Button>
      }
    >
      {t('chats.no_model')}
    </Banner>
  )
}

interface NoToolsProps {
  readonly model: string
  readonly toolsAnyway: boolean
  readonly onToolsAnyway: (anyway: boolean) => void
}

/** H8: the model has refused tools before. */
function NoTools({ model, toolsAnyway, onToolsAnyway }: NoToolsProps) {
  const t = useText()
  return (
    <Banner
      tone="warn"
      action={
        <Button size="small" onClick={() => onToolsAnyway(!toolsAnyway)}>
          {t(toolsAnyway ? 'chats.no_tools.leave' : 'chats.no_tools.use')}
        </Button>
      }
    >
      {t(toolsAnyway ? 'chats.no_tools.used' : 'chats.no_tools', { model })}
    </Banner>
  )
}

function NoAgents() {
  const t = useText()
  const [, navigate] = useLocation()
  return (
    <EmptyState
      title={t('chats.no_agents')}
      action={
        <Button kind="primary" icon={<Bot className="icon" aria-hidden />} onClick={() => navigate('/agents')}>
          {t('chats.create_agent')}
        </Button>
      }
    >
      {t('chats.no_agents_text')}
    </EmptyState>
  )
}
