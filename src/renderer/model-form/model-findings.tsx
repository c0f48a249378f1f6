import { Check, CircleSlash, Info, TriangleAlert } from 'lucide-react'
import type { ModelConfigView } from '../../shared/contract/models.ts'
import { Chip, type Tone } from '../components/chip.tsx'
import { useText } from '../i18n/text.tsx'

const TOOLS = {
  calls: { text: 'settings.models.tools.calls', tone: 'ok', icon: Check },
  ignores: { text: 'settings.models.tools.ignores', tone: 'warn', icon: TriangleAlert },
  refuses: { text: 'settings.models.tools.refuses', tone: 'warn', icon: CircleSlash },
} as const satisfies Record<NonNullable<ModelConfigView['tools']>, { tone: Tone; text: string; icon: unknown }>

/** What the model does with tools, once it is known (H8). */
export function ToolUseChip({ model }: { model: ModelConfigView }) {
  const t = useText()
  if (!model.is_ai || model.tools === null) return null
  const { text, tone, icon: Icon } = TOOLS[model.tools]
  return (
    <Chip tone={tone} icon={<Icon className="icon" aria-hidden />}>
      {t(text)}
    </Chip>
  )
}

/** What its server does not take, and what is done about it (H10). */
export function RefusedParameters({ model }: { model: ModelConfigView }) {
  const t = useText()
  const leftOut = model.refused_parameters.filter(name => name !== RENAMED)
  const lines = [
    ...(leftOut.length > 0 ? [t('settings.model.refuses', { names: leftOut.join(', '), count: leftOut.length })] : []),
    ...(model.refused_parameters.includes(RENAMED) ? [t('settings.model.refuses_max_tokens')] : []),
  ]
  return lines.map(line => (
    <p key={line} className="note">
      <Info className="icon" aria-hidden />
      {line}
    </p>
  ))
}

const RENAMED = 'max_tokens'

/** For the form: both, and how long they hold. */
export function ModelFindings({ model }: { model: ModelConfigView }) {
  const t = useText()
  if (!model.is_ai || (model.tools === null && model.refused_parameters.length === 0)) return null
  return (
    <section className="stack" aria-label={t('settings.model.found_out')}>
      <div className="row wrap">
        <ToolUseChip model={model} />
        <span className="note">{t('settings.model.forgotten')}</span>
      </div>
      <RefusedParameters model={model} />
    </section>
  )
}
