import { ChevronRight } from 'lucide-react'
import { memo, useId, useState } from 'react'
import type { CallView } from '../../shared/contract/calls.ts'
import { InlineMarkdown } from '../components/inline-markdown.tsx'
import { duration, Elapsed, RelativeTime } from '../components/relative-time.tsx'
import { ToolIcon } from '../components/tool-icon.tsx'
import { VisibleText } from '../components/visible-text.tsx'
import { useText } from '../i18n/text.tsx'
import { CallDetails } from './call-details.tsx'
import { CallNote } from './call-note.tsx'
import { operationName } from './operation-name.ts'
import { Outcome } from './outcome.tsx'

/** One call is one element from proposal to result; its state changes in place. */
export const CallRow = memo(function CallRow({ call }: { call: CallView }) {
  const [open, setOpen] = useState(false)
  const body = useId()
  const operation = operationName(call)
  return (
    <article
      className="call"
      data-state={call.loop ? 'awaiting' : call.state}
      data-open={open ? '' : undefined}
      aria-label={call.display_name}
    >
      <button
        type="button"
        className="call-head"
        aria-expanded={open}
        aria-controls={body}
        onClick={() => setOpen(!open)}
      >
        <ToolIcon icon={call.icon} />
        <span className="call-name">
          <VisibleText text={call.display_name} /> {operation && <span>{operation}</span>}
        </span>
        <span className="call-line clip">
          <CallLine call={call} />
        </span>
        <Outcome state={call.state} />
        <span className="call-time">
          <CallTime call={call} />
        </span>
        <ChevronRight className="icon chevron" aria-hidden />
      </button>
      <div id={body}>
        <CallNote call={call} />
        {open && <CallDetails call={call} />}
      </div>
    </article>
  )
})

function CallLine({ call }: { call: CallView }) {
  const t = useText()
  if (call.state === 'rejected' && call.decision) {
    const { reason } = call.decision
    return reason ? <VisibleText text={t('call.you', { reason })} /> : t('call.you_rejected')
  }
  if (call.state === 'rejected') return t('call.rule_rejected')
  // A call that nobody could describe is called what its tool is called, which stands there already.
  return call.human_description === call.display_name ? null : <InlineMarkdown text={call.human_description} />
}

function CallTime({ call }: { call: CallView }) {
  if (call.state === 'awaiting') return <Elapsed from={call.created_at} />
  if (call.state === 'started' && call.started_at) return <Elapsed from={call.started_at} />
  if (call.started_at && call.finished_at) {
    return duration(new Date(call.finished_at).getTime() - new Date(call.started_at).getTime())
  }
  return <RelativeTime at={call.decision?.at ?? call.finished_at ?? call.created_at} />
}
