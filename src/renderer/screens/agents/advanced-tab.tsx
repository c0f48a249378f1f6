import { type ReactNode, useId } from 'react'
import { AGENT_LIMITS } from '../../../shared/agent-limits.ts'
import type { AgentView } from '../../../shared/contract/agents.ts'
import { Button } from '../../components/button.tsx'
import { Switch } from '../../components/switch.tsx'
import { type Text, useText } from '../../i18n/text.tsx'
import { NumberInput } from '../../setting-fields/number-field.tsx'
import { useAgentActions } from './use-agent-actions.tsx'
import { useAgentForm } from './use-agent-form.tsx'

const LIMITED = ['max_steps', 'retry_after_minutes', 'max_retries'] as const
type Limit = (typeof LIMITED)[number]

export function AdvancedTab({ agent }: { agent: AgentView }) {
  const t = useText()
  const actions = useAgentActions(agent)
  const form = useAgentForm(agent, {
    keys: ['max_steps', 'allow_followup', 'retry_after_minutes', 'max_retries'],
    problem: value => LIMITED.map(key => limitProblem(t, key, value[key])).find(problem => problem !== null) ?? null,
    show: (_key, value) =>
      typeof value === 'boolean' ? t(value ? 'agents.value.on' : 'agents.value.off') : String(value),
  })
  const number = (key: Limit) => (
    <Row
      label={t(`agents.${key}`)}
      help={t(`agents.advanced.${key}_help`, AGENT_LIMITS[key])}
      problem={limitProblem(t, key, form.value[key])}
    >
      {id => (
        <NumberInput
          id={id}
          value={form.value[key]}
          {...AGENT_LIMITS[key]}
          invalid={limitProblem(t, key, form.value[key]) !== null}
          onChange={value => form.set(key, value as number)}
        />
      )}
    </Row>
  )
  return (
    <div className="tab-form">
      <div className="scroll page-padding page-sections">
        {form.failure}
        <section>
          <h2>{t('agents.advanced.limits')}</h2>
          {number('max_steps')}
          <Row label={t('agents.allow_followup')} help={t('agents.advanced.allow_followup_help')}>
            {id => (
              <Switch id={id} checked={form.value.allow_followup} onChange={on => form.set('allow_followup', on)} />
            )}
          </Row>
        </section>
        <section>
          <h2>{t('agents.advanced.retry')}</h2>
          {number('max_retries')}
          {number('retry_after_minutes')}
        </section>
        <section>
          <h2>{t('agents.advanced.archive')}</h2>
          <div className="row wrap">
            <span className="note grow">
              {t(agent.archived ? 'agents.advanced.restore_text' : 'agents.advanced.archive_text')}
            </span>
            <Button onClick={() => actions.setArchived(!agent.archived)}>
              {t(agent.archived ? 'agents.restore' : 'agents.archive')}
            </Button>
          </div>
        </section>
        <section>
          <h2>{t('agents.advanced.delete')}</h2>
          <div className="row wrap">
            <span className="note grow">{t('agents.advanced.delete_text')}</span>
            <Button kind="danger" onClick={actions.askDelete}>
              {t('agents.delete')}
            </Button>
          </div>
        </section>
        {actions.confirm}
      </div>
      {form.bar}
    </div>
  )
}

function limitProblem(t: Text, key: Limit, value: unknown): string | null {
  const { minimum, maximum } = AGENT_LIMITS[key]
  const fits = typeof value === 'number' && Number.isInteger(value) && value >= minimum && value <= maximum
  return fits ? null : t('agents.advanced.number', { minimum, maximum })
}

interface RowProps {
  readonly label: string
  readonly help: string
  readonly problem?: string | null
  readonly children: (id: string) => ReactNode
}

function Row({ label, help, problem, children }: RowProps) {
  const id = useId()
  return (
    <div className="scoped plain-row">
      <div>
        <label className="scoped-label" htmlFor={id}>
          {label}
        </label>
        <div className="scoped-help">{help}</div>
      </div>
      <div className="scoped-control">
        {children(id)}
        {problem && (
          <span className="note" data-tone="danger" role="alert">
            {problem}
          </span>
        )}
      </div>
    </div>
  )
}
