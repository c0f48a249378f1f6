import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useLocation } from 'wouter'
import type { AgentView } from '../../../shared/contract/agents.ts'
import { api, client } from '../../api/client.ts'
import { shownError } from '../../api/error.ts'
import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { Notices } from '../../frame/notices.tsx'
import { useText } from '../../i18n/text.tsx'
import { useModelSetup } from '../../model-form/use-model-setup.ts'
import { firstStep, STEPS, type Step } from './first-step.ts'
import { StepAgent } from './step-agent.tsx'
import { StepKept } from './step-kept.tsx'
import { StepModel } from './step-model.tsx'
import { StepTry } from './step-try.tsx'
import type { FirstAgent, StepProps, WelcomeData } from './welcome-data.ts'
import { WelcomeSide } from './welcome-side.tsx'

export function WelcomeSteps(data: WelcomeData) {
  const t = useText()
  const queries = useQueryClient()
  const [, navigate] = useLocation()
  const [step, setStep] = useState(() =>
    firstStep({
      models: data.models.length,
      agents: data.agents.length,
      welcomed: data.preferences.welcomed,
    }),
  )
  const [chosen, setChosen] = useState<string | null>(null)
  const [message, setMessage] = useState<string | null>(null)
  const setup = useModelSetup(data.drivers, data.models, true)
  const made = useRef(new Map<string, AgentView>())
  const main = useRef<HTMLElement>(null)
  const first = firstAgent(data, chosen)
  const welcomed = useMutation({
    mutationFn: async (to: string) => {
      const saved = await client.system.setPreferences({ welcomed: true })
      queries.setQueryData(api.system.preferences.queryKey(), saved)
      return to
    },
    onSuccess: to => navigate(to, { replace: true }),
  })

  function go(next: Step) {
    setStep(next)
    main.current?.focus()
  }
  function choose(key: string) {
    setChosen(key)
    setMessage(null)
  }
  const at = STEPS.indexOf(step)
  const props: StepProps = {
    ...data,
    onNext: () => go(STEPS[Math.min(at + 1, STEPS.length - 1)] ?? 'try'),
    onBack: () => go(STEPS[Math.max(at - 1, 0)] ?? 'kept'),
    onStep: go,
    setup,
    finish: to => welcomed.mutate(to),
  }
  return (
    <div className="welcome">
      <WelcomeSide {...data} step={step} onSkipAll={() => welcomed.mutate('/chats')} />
      <main className="welcome-main" ref={main} tabIndex={-1}>
        <Notices />
        {welcomed.isError && (
          <div className="banner-row">
            <Banner
              tone="danger"
              action={
                <Button size="small" onClick={() => welcomed.mutate(welcomed.variables)}>
                  {t('common.retry')}
                </Button>
              }
            >
              {shownError(welcomed.error).message}
            </Banner>
          </div>
        )}
        {step === 'kept' && <StepKept {...props} />}
        {step === 'model' && <StepModel {...props} />}
        {step === 'agent' && <StepAgent {...props} first={first} onChoose={choose} />}
        {step === 'try' && (
          <StepTry {...props} first={first} made={made.current} message={message} onMessage={setMessage} />
        )}
      </main>
    </div>
  )
}

/** `agent-3` or a starter's key; left alone, an agent that exists comes before the first starter. */
function firstAgent({ agents, starters }: WelcomeData, chosen: string | null): FirstAgent | null {
  const agent = agents.find(each => `agent-${each.id}` === chosen)
  if (agent) return { kind: 'agent', agent }
  const starter = starters.find(each => each.key === chosen)
  if (starter) return { kind: 'starter', starter }
  if (agents[0]) return { kind: 'agent', agent: agents[0] }
  return starters[0] ? { kind: 'starter', starter: starters[0] } : null
}
