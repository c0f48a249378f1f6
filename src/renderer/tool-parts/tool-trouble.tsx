import type { ToolView } from '../../shared/contract/tools.ts'
import { useText } from '../i18n/text.tsx'
import type { TroubleState } from './tool-facts.ts'
import { toolStateLook } from './tool-state-chip.tsx'

/** What is wrong and what to do, in the place of the facts. */
export function ToolTrouble({ tool, state }: { tool: ToolView; state: TroubleState }) {
  const t = useText()
  const { icon: Icon, tone } = toolStateLook[state]
  return (
    <div className="tile-trouble" data-tone={tone}>
      <Icon className="icon" aria-hidden />
      <span className="trouble-text">{troubleText()}</span>
    </div>
  )

  function troubleText() {
    if (state === 'needs_configuration' && tool.missing_required.length > 0)
      return t('tools.missing', { labels: tool.missing_required.map(setting => setting.label).join(', ') })
    return tool.state_reason ?? t(`tools.trouble.${state}`)
  }
}
