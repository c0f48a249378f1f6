import { FastForward, Hand } from 'lucide-react'
import type { AgentToolView } from '../../shared/contract/agents.ts'
import type { ToolView } from '../../shared/contract/tools.ts'
import { VisibleText } from '../components/visible-text.tsx'
import { useText } from '../i18n/text.tsx'
import { EffectChip } from './effect-chip.tsx'
import { RememberedNote } from './remembered-note.tsx'
import { runsWithoutAsking } from './runs-without-asking.ts'
import { spokenName } from './spoken-name.ts'

interface Props {
  readonly tool: ToolView
  readonly has?: AgentToolView
  readonly agentName: string
  /** How many remembered permissions let some of it run. */
  readonly remembered: number
}

/** In words, what an agent would do on its own once this tool is on (rule P7). */
export function RunsWithoutAsking({ tool, has, agentName, remembered }: Props) {
  const t = useText()
  const free = runsWithoutAsking(tool, has)
  if (free.length === 0)
    return (
      <>
        <RememberedNote count={remembered} />
        <p className="outcome">
          <Hand className="icon" aria-hidden />
          {t(remembered > 0 ? 'tools.enable.else_asks' : 'tools.enable.all_ask')}
        </p>
      </>
    )
  return (
    <section className="stack" aria-label={t('tools.enable.freely')}>
      <h3 className="row">
        <FastForward className="icon" aria-hidden />
        {t('tools.enable.freely')}
      </h3>
      <p className="note">{t('tools.enable.freely_text', { agent: agentName })}</p>
      <ul className="unasked">
        {free.map(operation => (
          <li key={operation.name}>
            <span className="grow">
              <strong>{spokenName(operation.name)}</strong>{' '}
              <span className="muted">
                <VisibleText text={operation.description} />
              </span>
            </span>
            <EffectChip effect={operation.effect} />
          </li>
        ))}
      </ul>
      <RememberedNote count={remembered} />
    </section>
  )
}
