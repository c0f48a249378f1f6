import { useMutation } from '@tanstack/react-query'
import { Hand } from 'lucide-react'
import { useId } from 'react'
import type { AgentView } from '../../../shared/contract/agents.ts'
import { client } from '../../api/client.ts'
import { shownError } from '../../api/error.ts'
import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { useText } from '../../i18n/text.tsx'
import { StarterTools } from '../../starters/starter-tools.tsx'
import { StepFrame } from './step-frame.tsx'
import type { FirstAgent, StepProps } from './welcome-data.ts'

interface Props extends StepProps {
  readonly first: FirstAgent | null
  /** The agents made of starters so far: a second try after a failure uses the same one. */
  readonly made: Map<string, AgentView>
  /** What was written instead of the example. */
  readonly message: string | null
  readonly onMessage: (message: string) => void
}

/** The first chat: the agent is made, the message is sent, and the first run is over. */
export function StepTry({ models, first, made, message, onMessage, onBack, onStep, finish }: Props) {
  const t = useText()
  const id = useId()
  const prompt = message ?? (first?.kind === 'starter' ? first.starter.example_prompt : '')
  const agent = async (chosen: FirstAgent) => {
    if (chosen.kind === 'agent') return chosen.agent
    const { key } = chosen.starter
    const known = made.get(key) ?? (await client.agents.createFromStarter({ key }))
    made.set(key, known)
    return known
  }
  const start = useMutation({
    mutationFn: async () => {
      if (!first) throw new Error('No agent is chosen.')
      return client.tasks.create({ agent_id: (await agent(first)).id, prompt: prompt.trim() })
    },
    onSuccess: task => finish(`/chats/${task.id}`),
  })
  // The agent was chosen a step before: it is made with or without a first message.
  const leave = useMutation({
    mutationFn: async () => (first ? agent(first) : null),
    onSuccess: kept => finish(kept ? `/chats/new/${kept.id}` : '/chats'),
  })
  const hasModel = models.length > 0
  const name = first === null ? '' : first.kind === 'agent' ? first.agent.name : first.starter.name
  const asking = first?.kind === 'starter' ? first.starter.tools.filter(tool => tool.asks) : []
  const off =
    !hasModel || prompt.trim() === '' || first === null || start.isPending || start.isSuccess || leave.isPending
  return (
    <StepFrame
      title={t('welcome.step.try')}
      intro={t('welcome.try.intro', { agent: name })}
      onBack={onBack}
      skip={{ label: t('welcome.try.finish'), onSkip: () => leave.mutate() }}
      next={{
        label: t(start.isPending ? 'welcome.try.starting' : 'welcome.try.start'),
        off,
        why: hasModel && prompt.trim() === '' ? t('welcome.try.no_prompt') : null,
        onNext() {
          onMessage(prompt) // whatever becomes of it, it is not written twice
          start.mutate()
        },
      }}
    >
      {(start.isError || leave.isError) && (
        <Banner tone="danger">{shownError(start.error ?? leave.error).message}</Banner>
      )}
      {!hasModel && (
        <Banner
          tone="wait"
          action={
            <Button size="small" onClick={() => onStep('model')}>
              {t('welcome.try.choose_model')}
            </Button>
          }
        >
          {t('welcome.try.no_model')}
        </Banner>
      )}
      <div className="field">
        <label className="field-label" htmlFor={id}>
          {t('welcome.try.prompt')}
        </label>
        <textarea
          id={id}
          className="input welcome-prompt"
          rows={3}
          value={prompt}
          onChange={event => onMessage(event.target.value)}
        />
      </div>
      {asking.length > 0 && (
        <p className="note" data-tone="wait">
          <Hand className="icon" aria-hidden />
          {t('welcome.try.asks', { tools: asking.map(tool => tool.tool.display_name).join(', ') })}
        </p>
      )}
      {first?.kind === 'starter' && (
        <div className="framed welcome-tools">
          <StarterTools starter={first.starter} />
        </div>
      )}
    </StepFrame>
  )
}
