import { useState } from 'react'
import type { CallView } from '../../../shared/contract/calls.ts'
import { shownError } from '../../api/error.ts'
import { draftOf, storedValues, updateDraft } from '../../approvals/decisions.ts'
import { EffectChip } from '../../approvals/effect-chip.tsx'
import { sendDecisions, storeEdit } from '../../approvals/send-decisions.ts'
import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { InlineMarkdown } from '../../components/inline-markdown.tsx'
import { Kbd } from '../../components/kbd.tsx'
import { TextField } from '../../components/text-field.tsx'
import { ToolIcon } from '../../components/tool-icon.tsx'
import { useText } from '../../i18n/text.tsx'
import { unseenKeys } from '../../schema-form/form-layout.ts'

type Verdict = 'approve' | 'reject'

/** Decides what is ticked, after showing once more what that is. */
export function BulkBar({ selected, onDone }: { selected: readonly CallView[]; onDone: () => void }) {
  const t = useText()
  const [verdict, setVerdict] = useState<Verdict | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const count = selected.length

  /** What was edited and not stored yet is, first: the summary says what would run. */
  async function sumUp() {
    setFailure(null)
    try {
      await Promise.all(selected.map(storeEdit))
      setVerdict('approve')
    } catch (error) {
      setFailure(shownError(error).message)
    }
  }

  return (
    <div className="save-bar bulk-bar">
      <span>{t('approvals.selected', { count })}</span>
      <span className="note hide-narrow">{t('approvals.one_by_one')}</span>
      <span className="grow" />
      <div className="hints hide-narrow">
        <span>
          <Kbd keys="j" />
          <Kbd keys="k" />
          {t('approvals.hint.move')}
        </span>
        <span>
          <Kbd keys="x" />
          {t('approvals.hint.select')}
        </span>
      </div>
      {failure && (
        <span className="note" data-tone="danger" role="alert">
          {failure}
        </span>
      )}
      {count > 0 && (
        <>
          <Button onClick={() => setVerdict('reject')}>{t('approvals.reject_n', { count })}</Button>
          <Button kind="primary" onClick={() => void sumUp()}>
            {t('approvals.approve_n', { count })}
          </Button>
        </>
      )}
      {verdict && <Summary verdict={verdict} calls={selected} onDone={onDone} onClose={() => setVerdict(null)} />}
    </div>
  )
}

interface SummaryProps {
  readonly verdict: Verdict
  readonly calls: readonly CallView[]
  readonly onDone: () => void
  readonly onClose: () => void
}

function Summary({ verdict, calls, onDone, onClose }: SummaryProps) {
  const t = useText()
  const [reason, setReason] = useState('')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const approving = verdict === 'approve'
  const count = calls.length

  async function decide() {
    setBusy(true)
    setFailure(null)
    for (const call of calls) updateDraft(call, { verdict, reason: approving ? '' : reason, rejecting: false })
    try {
      await sendDecisions(calls)
      onDone()
      onClose()
    } catch (error) {
      for (const call of calls) updateDraft(call, { verdict: null })
      setFailure(shownError(error).message)
      setBusy(false)
    }
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={t(approving ? 'approvals.approve_all_title' : 'approvals.reject_all_title', { count })}
      footer={
        <>
          <span className="grow" />
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button
            kind={approving ? 'primary' : 'danger-solid'}
            disabled={busy || count === 0}
            onClick={() => void decide()}
          >
            {t(approving ? 'approvals.approve' : 'approvals.reject')}
          </Button>
        </>
      }
    >
      <div className="stack">
        {failure && <Banner tone="danger">{failure}</Banner>}
        <ul className="stack">
          {calls.map(call => (
            <li key={call.id} className="row">
              <ToolIcon icon={call.icon} />
              <span className="grow">
                <InlineMarkdown text={call.human_description} />
              </span>
              {approving && <Unopened call={call} />}
              <EffectChip effect={call.effect} />
            </li>
          ))}
        </ul>
        {!approving && (
          <TextField label={t('approvals.reason')} value={reason} rows={2} maxLength={2000} onChange={setReason} />
        )}
      </div>
    </Dialog>
  )
}

/** Nothing of a call runs unseen without a word. */
function Unopened({ call }: { call: CallView }) {
  const t = useText()
  const { length: count } = unseenKeys(storedValues(call), new Set(draftOf(call).opened))
  if (count === 0) return null
  return (
    <span className="note" data-tone="wait">
      {t('approvals.unopened', { count })}
    </span>
  )
}
