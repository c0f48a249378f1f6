import { ChevronDown, ChevronUp, MessageSquare } from 'lucide-react'
import { useRef } from 'react'
import { Link } from 'wouter'
import type { CallView } from '../../../shared/contract/calls.ts'
import { ApprovalCard, type CardHandle } from '../../approvals/approval-card.tsx'
import { OutcomeCard } from '../../approvals/outcome-card.tsx'
import { useCardKeys } from '../../approvals/use-card-keys.ts'
import { useGuard } from '../../approvals/use-guard.ts'
import { rootChat } from '../../calls/agent-path.tsx'
import { Button } from '../../components/button.tsx'
import { JsonCode } from '../../components/json-code.tsx'
import { useText } from '../../i18n/text.tsx'

interface Props {
  readonly call: CallView
  readonly index: number
  readonly count: number
  readonly onPrevious: () => void
  readonly onNext: () => void
}

/** One call under review beside the inbox: its card, and exactly what is stored. */
export function CallReview({ call, index, count, onPrevious, onNext }: Props) {
  const t = useText()
  const card = useRef<CardHandle>(null)
  const guarded = useGuard(call.id)
  const onKeyDown = useCardKeys(card)
  return (
    <aside className="pane-inspector call-review" aria-label={t('approvals.call')}>
      <header className="bar">
        <h2 className="grow">{t('approvals.position', { index: index + 1, count })}</h2>
        <Button
          kind="quiet"
          icon={<ChevronUp className="icon" aria-hidden />}
          aria-label={t('approvals.previous')}
          disabled={index === 0}
          onClick={onPrevious}
        />
        <Button
          kind="quiet"
          icon={<ChevronDown className="icon" aria-hidden />}
          aria-label={t('approvals.next')}
          disabled={index === count - 1}
          onClick={onNext}
        />
        <Link href={`/chats/${rootChat(call).id}`} className="button">
          <MessageSquare className="icon" aria-hidden />
          {t('approvals.open_chat')}
        </Link>
      </header>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys of the card inside, which holds the focus */}
      <div className="scroll review" onKeyDown={onKeyDown}>
        {call.state !== 'awaiting' ? (
          <OutcomeCard call={call} />
        ) : (
          <ApprovalCard
            ref={card}
            call={call}
            label={t('approvals.call_of', { index: index + 1, count, name: call.display_name })}
            mode="form"
            immediate
            guarded={guarded}
            current
          />
        )}
        <Stored call={call} />
      </div>
    </aside>
  )
}

function Stored({ call }: { call: CallView }) {
  const t = useText()
  const { args_sha256: hash } = call
  const label = t(call.state === 'awaiting' ? 'approvals.exactly' : 'approvals.called_with')
  return (
    <div className="stack">
      <div className="row wrap">
        <h3 className="label">{label}</h3>
        <span className="grow" />
        <code className="note" title={hash}>
          {t('approvals.revision', { revision: call.revision, hash: `${hash.slice(0, 4)}…${hash.slice(-4)}` })}
        </code>
      </div>
      <JsonCode value={call.arguments} label={label} />
    </div>
  )
}
