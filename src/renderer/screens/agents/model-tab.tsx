import { useQuery } from '@tanstack/react-query'
import { CircleSlash } from 'lucide-react'
import { Link } from 'wouter'
import type { AgentView } from '../../../shared/contract/agents.ts'
import type { ModelConfigView } from '../../../shared/contract/models.ts'
import { api } from '../../api/client.ts'
import { Banner } from '../../components/banner.tsx'
import { Chip } from '../../components/chip.tsx'
import { ChoiceGroup } from '../../components/choice-group.tsx'
import { QueryView } from '../../components/query-view.tsx'
import { useText } from '../../i18n/text.tsx'
import { ToolUseChip } from '../../model-form/model-findings.tsx'
import { useAgentForm } from './use-agent-form.tsx'

const DEFAULT = 'default'

/** The default model, whatever it is, or one of its own. */
export function ModelTab({ agent }: { agent: AgentView }) {
  const models = useQuery(api.models.list.queryOptions())
  return <QueryView query={models}>{list => <Choices agent={agent} models={list} />}</QueryView>
}

function Choices({ agent, models }: { agent: AgentView; models: readonly ModelConfigView[] }) {
  const t = useText()
  const fallback = models.find(model => model.is_default)
  const nameOf = (id: number | null) =>
    id === null ? t('agents.value.default') : (models.find(model => model.id === id)?.name ?? null)
  const form = useAgentForm(agent, { keys: ['llm_config_id'], show: (_key, id) => nameOf(id) })
  const chosen = form.value.llm_config_id
  return (
    <div className="tab-form">
      <div className="scroll page-padding page-sections">
        <p className="muted">{t('agents.model.intro', { name: agent.name })}</p>
        {form.failure}
        {chosen !== null && nameOf(chosen) === null && <Banner tone="wait">{t('agents.model.gone')}</Banner>}
        <div className="form-measure">
          <ChoiceGroup
            label={t('agents.model.choices')}
            value={chosen === null ? DEFAULT : String(chosen)}
            onChange={value => form.set('llm_config_id', value === DEFAULT ? null : Number(value))}
            choices={[
              {
                value: DEFAULT,
                title: t('agents.model.default'),
                text: fallback ? t('agents.model.default_is', { name: fallback.name }) : t('agents.model.default_none'),
              },
              ...models.map(model => ({
                value: String(model.id),
                title: model.name,
                text: [
                  model.driver_name,
                  ...(model.context_window ? [t('agents.model.window', { tokens: model.context_window })] : []),
                ].join(' · '),
                chip: model.is_ai ? (
                  <ToolUseChip model={model} />
                ) : (
                  <Chip icon={<CircleSlash className="icon" aria-hidden />}>{t('settings.model.not_ai')}</Chip>
                ),
              })),
            ]}
          />
        </div>
        <p>
          <Link className="button" href="/settings/models">
            {t('agents.model.add')}
          </Link>
        </p>
      </div>
      {form.bar}
    </div>
  )
}
