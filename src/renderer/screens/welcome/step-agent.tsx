import { Avatar } from '../../components/avatar.tsx'
import { ChoiceGroup } from '../../components/choice-group.tsx'
import { ToolIcon } from '../../components/tool-icon.tsx'
import { useText } from '../../i18n/text.tsx'
import { StarterTools } from '../../starters/starter-tools.tsx'
import { StepFrame } from './step-frame.tsx'
import type { FirstAgent, StepProps } from './welcome-data.ts'

interface Props extends StepProps {
  readonly first: FirstAgent | null
  readonly onChoose: (key: string) => void
}

export function StepAgent({ agents, starters, first, onChoose, onNext, onBack, finish }: Props) {
  const t = useText()
  const value = first === null ? null : first.kind === 'agent' ? `agent-${first.agent.id}` : first.starter.key
  return (
    <StepFrame
      title={t('welcome.step.agent')}
      intro={t('welcome.agent.intro')}
      onBack={onBack}
      skip={{ label: t('welcome.agent.skip'), onSkip: () => finish('/agents') }}
      next={{ label: t('welcome.continue'), onNext, off: first === null }}
    >
      <ChoiceGroup
        label={t('welcome.agent.choices')}
        value={value}
        onChange={onChoose}
        choices={[
          ...agents.slice(0, 3).map(agent => ({
            value: `agent-${agent.id}`,
            title: t('welcome.agent.existing', { name: agent.name }),
            text: agent.description,
            icon: <Avatar name={agent.name} />,
          })),
          ...starters.map(starter => ({
            value: starter.key,
            title: starter.name,
            text: starter.description,
            icon: <ToolIcon icon={{ kind: 'bundled', name: starter.icon }} />,
            content: <StarterTools starter={starter} />,
          })),
        ]}
      />
    </StepFrame>
  )
}
