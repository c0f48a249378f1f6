import { useId } from 'react'
import { AGENT_LIMITS } from '../../../shared/agent-limits.ts'
import type { AgentView } from '../../../shared/contract/agents.ts'
import { useText } from '../../i18n/text.tsx'
import { useAgentForm } from './use-agent-form.tsx'

export function InstructionsTab({ agent }: { agent: AgentView }) {
  const t = useText()
  const id = useId()
  const form = useAgentForm(agent, { keys: ['system_prompt'] })
  return (
    <div className="tab-form">
      <div className="instructions page-padding">
        <div className="row">
          <label className="note grow" htmlFor={id}>
            {t('agents.instructions.text')}
          </label>
          <span className="note numeric">
            {t('agents.instructions.count', { count: form.value.system_prompt.length })}
          </span>
        </div>
        {form.failure}
        <textarea
          id={id}
          className="input"
          maxLength={AGENT_LIMITS.system_prompt}
          value={form.value.system_prompt}
          onChange={event => form.set('system_prompt', event.target.value)}
        />
      </div>
      {form.bar}
    </div>
  )
}
