import type { CallView } from '../../shared/contract/calls.ts'
import { AgentPath } from '../calls/agent-path.tsx'
import { LoopQuestion } from '../calls/loop-question.tsx'
import { operationName } from '../calls/operation-name.ts'
import { OutcomeQuestion } from '../calls/outcome-question.tsx'
import { InlineMarkdown } from '../components/inline-markdown.tsx'
import { ToolIcon } from '../components/tool-icon.tsx'
import { VisibleText } from '../components/visible-text.tsx'
import { useText } from '../i18n/text.tsx'
import { QuestionChip, questionOf } from './question-chip.tsx'

/** A question about a call: whether it ran, or whether the chat should go on in its circle. A card among those that wait. */
export function OutcomeCard({ call }: { call: CallView }) {
  const t = useText()
  const operation = operationName(call)
  return (
    <article className="approval-card outcome-card" aria-label={`${call.display_name}: ${t(questionOf(call))}`}>
      <header>
        <div className="row wrap">
          <ToolIcon icon={call.icon} />
          <strong>
            <VisibleText text={call.display_name} />
          </strong>
          {operation && <span className="muted">{operation}</span>}
          <span className="grow" />
          <QuestionChip call={call} />
        </div>
        <p className="approval-says">
          <InlineMarkdown text={call.human_description} />
        </p>
        <p className="approval-by">
          <AgentPath call={call} />
        </p>
      </header>
      <div className="card-banner">
        {call.loop ? (
          <LoopQuestion callId={call.id} agent={call.agent.name} repeats={call.loop.repeats} />
        ) : (
          <OutcomeQuestion callId={call.id} />
        )}
      </div>
    </article>
  )
}
