import type { CallState } from '../../shared/contract/calls.ts'
import { useText } from '../i18n/text.tsx'
import { callStates } from './call-states.ts'

/** The state of a call: icon and word. */
export function Outcome({ state }: { state: CallState }) {
  const t = useText()
  const shown = callStates[state]
  const Icon = shown.icon
  return (
    <span className="outcome" data-tone={'tone' in shown ? shown.tone : undefined}>
      <Icon className={'busy' in shown ? 'icon spin' : 'icon'} aria-hidden />
      {t(shown.text)}
    </span>
  )
}
