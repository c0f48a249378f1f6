import { CircleHelp } from 'lucide-react'
import type { CallView } from '../../shared/contract/calls.ts'
import { operationName } from '../calls/operation-name.ts'
import { OutcomeQuestion } from '../calls/outcome-question.tsx'
import { Chip } from '../components/chip.tsx'
import { InlineMarkdown } from '../components/inline-markdown.tsx'
import { ToolIcon } from '../components/tool-icon.tsx'
import { VisibleText } from '../components/visible-text.tsx'
import { useText } from '../i18n/text.tsx'

/** A call of which nobody knows whether it ran, as a card among those that wait. */
export function OutcomeCard({ call }: { call: CallView }) {
  const t = useText()
  const operation = operationName(call)
  return (
    <article className="approval-card outcome-card" aria-label={`${call.display_name}: ${t('approvals.outcome')}`}>
      <header>
        <div className="row wrap">
          <ToolIcon icon={call.icon} />
          <strong>
            <VisibleText text={call.display_name} />
          </strong>
          {operation && <span className="muted">{operation}</span>}
          <span className="grow" />
          <Chip tone="warn" icon={<CircleHelp className="icon" aria-hidden />}>
            {t('approvals.outcome')}
          </Chip>
        </div>
        <p className="approval-says">
          <InlineMarkdown text={call.human_description} />
        </p>
      </header>
      <div className="card-banner">
        <OutcomeQuestion callId={call.id} />
      </div>
    </article>
  )
}
