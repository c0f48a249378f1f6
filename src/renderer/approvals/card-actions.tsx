import { Ban, Check } from 'lucide-react'
import { useId } from 'react'
import type { CallView } from '../../shared/contract/calls.ts'
import { humanize } from '../calls/humanize.ts'
import { Button } from '../components/button.tsx'
import { Chip } from '../components/chip.tsx'
import { VisibleText } from '../components/visible-text.tsx'
import { useText } from '../i18n/text.tsx'
import { type Remember, RememberMenu } from './remember-menu.tsx'
import type { Blocked, Card } from './use-card.ts'

interface Props {
  readonly call: CallView
  readonly card: Card
  readonly guarded: boolean
  readonly edited: boolean
  readonly onApprove: (remember?: Remember) => void
  readonly onNever: () => void
  readonly onReject: () => void
  /** Sends a decision that was made before; null where several are sent together. */
  readonly onSend: (() => void) | null
}

/** The end of a card: why it asks, and the decision or the way back from it. */
export function CardActions({ call, card, guarded, edited, onApprove, onNever, onReject, onSend }: Props) {
  const t = useText()
  const why = useId()
  const { draft, blocked, busy } = card
  const off = guarded || busy || undefined

  if (draft.verdict) {
    const approved = draft.verdict === 'approve'
    return (
      <div className="approval-actions">
        <Chip
          tone={approved ? 'ok' : 'danger'}
          icon={approved ? <Check className="icon" aria-hidden /> : <Ban className="icon" aria-hidden />}
        >
          {t(card.sending ? 'approvals.sending' : approved ? 'approvals.decided.approve' : 'approvals.decided.reject')}
        </Chip>
        {draft.remember && (
          <span className="note clip">{t(`remember.will.${draft.verdict}.${draft.remember.scope}`)}</span>
        )}
        {draft.reason && !approved && (
          <span className="note clip">{t('approvals.decided.reason', { reason: draft.reason })}</span>
        )}
        <span className="grow" />
        {!card.sending && (
          <Button kind="quiet" shortcut="u" onClick={card.undo}>
            {t('approvals.undo')}
          </Button>
        )}
        {!card.sending && onSend && (
          <Button
            kind={approved ? 'primary' : 'danger-solid'}
            shortcut="mod+enter"
            aria-disabled={off}
            onClick={onSend}
          >
            {t(approved ? 'approvals.send.approve' : 'approvals.send.reject')}
          </Button>
        )}
      </div>
    )
  }

  if (draft.rejecting) {
    return (
      <div className="approval-actions">
        <span className="grow" />
        <Button kind="quiet" onClick={card.undo}>
          {t('common.cancel')}
        </Button>
        <Button kind="danger-solid" shortcut="mod+enter" aria-disabled={off} onClick={onReject}>
          {t('approvals.reject')}
        </Button>
      </div>
    )
  }

  return (
    <div className="approval-actions">
      {blocked ? (
        <span id={why} className="note blocked" data-tone={blocked.why === 'unseen' ? 'wait' : 'danger'}>
          <BlockedReason blocked={blocked} />
        </span>
      ) : (
        <span className="policy">
          <VisibleText text={call.policy} />
        </span>
      )}
      <span className="grow" />
      <Button shortcut="r" aria-keyshortcuts="r" aria-disabled={off} onClick={card.openReject}>
        {t('approvals.reject')}
      </Button>
      <div className="split">
        <Button
          kind="primary"
          shortcut="a"
          aria-keyshortcuts="a"
          aria-disabled={off ?? (blocked ? true : undefined)}
          aria-describedby={blocked ? why : undefined}
          onClick={() => onApprove()}
        >
          {t(edited ? 'approvals.approve_changed' : 'approvals.approve')}
        </Button>
        <RememberMenu
          call={call}
          values={draft.values}
          description={card.description}
          off={off === true || blocked !== null}
          onApprove={onApprove}
          onNever={onNever}
        />
      </div>
    </div>
  )
}

function BlockedReason({ blocked }: { blocked: Blocked }) {
  const t = useText()
  switch (blocked.why) {
    case 'unseen':
      return t('approvals.open_first', { name: humanize(blocked.key) })
    case 'invalid':
      return t('approvals.fix_first')
    case 'not_json':
      return t('approvals.not_json')
  }
}
