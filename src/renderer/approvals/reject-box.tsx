import { Ban } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef } from 'react'
import { Button } from '../components/button.tsx'
import { useText } from '../i18n/text.tsx'
import { matchesKeys } from '../shortcuts/keys.ts'

const REASONS = ['approvals.reason.recipients', 'approvals.reason.wrong', 'approvals.reason.not_needed'] as const

interface Props {
  readonly agent: string
  readonly reason: string
  readonly onReason: (reason: string) => void
  readonly onConfirm: () => void
  readonly onCancel: () => void
}

/** The reason goes to the agent word for word; it may be empty. */
export function RejectBox({ agent, reason, onReason, onConfirm, onCancel }: Props) {
  const t = useText()
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => field.current?.focus(), [])

  function onKeyDown(event: KeyboardEvent) {
    if (matchesKeys('mod+enter', event)) onConfirm()
    else if (event.key === 'Escape') onCancel()
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <div className="reject">
      <label className="form-label" htmlFor={id}>
        <Ban className="icon icon-small" aria-hidden />
        {t('approvals.reject_why', { agent })}
      </label>
      <textarea
        ref={field}
        id={id}
        className="input"
        rows={2}
        maxLength={2000}
        value={reason}
        onChange={event => onReason(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <div className="row wrap">
        {REASONS.map(key => (
          <Button
            key={key}
            size="small"
            onClick={() => {
              onReason(t(key))
              field.current?.focus()
            }}
          >
            {t(key)}
          </Button>
        ))}
      </div>
    </div>
  )
}
