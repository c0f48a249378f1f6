import { CircleHelp } from 'lucide-react'
import type { CallView } from '../../shared/contract/calls.ts'
import { Chip } from '../components/chip.tsx'
import { type TextKey, useText } from '../i18n/text.tsx'

/** What is asked of a person about a call that ran, or may have. */
export function questionOf({ loop }: Pick<CallView, 'loop'>): TextKey {
  return loop ? 'approvals.loop' : 'approvals.outcome'
}

export function QuestionChip({ call }: { call: CallView }) {
  const t = useText()
  return (
    <Chip tone="warn" icon={<CircleHelp className="icon" aria-hidden />}>
      {t(questionOf(call))}
    </Chip>
  )
}
