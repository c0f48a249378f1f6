import type { ToolView } from '../../shared/contract/tools.ts'
import { VisibleText } from '../components/visible-text.tsx'
import { useText } from '../i18n/text.tsx'
import type { TroubleState } from './tool-facts.ts'
import { toolStateLook } from './tool-state-chip.tsx'
import { troubleSentence } from './trouble-sentence.ts'

/** Trouble in the place of the facts. */
export function ToolTrouble({ tool, state }: { tool: ToolView; state: TroubleState }) {
  const t = useText()
  const { icon: Icon, tone } = toolStateLook[state]
  const sentence = troubleSentence(t, tool, state)
  return (
    <div className="tile-trouble" data-tone={tone}>
      <Icon className="icon" aria-hidden />
      <span className="trouble-text" title={sentence}>
        <VisibleText text={sentence} />
      </span>
    </div>
  )
}
