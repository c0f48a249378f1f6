import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { api } from '../api/client.ts'
import { useText } from '../i18n/text.tsx'
import { isMac } from '../shortcuts/keys.ts'

/** Tells screen readers once, at once, that something new waits. */
export function ApprovalAnnouncer() {
  const t = useText()
  const pending = useQuery(api.calls.pending.queryOptions()).data
  const known = useRef<ReadonlySet<string> | null>(null)
  const [said, setSaid] = useState({ time: 0, text: '' })
  useEffect(() => {
    if (!pending) return
    const isNew = known.current !== null && pending.some(call => !known.current?.has(call.id))
    known.current = new Set(pending.map(call => call.id))
    if (isNew) {
      const keys = isMac ? 'Command Shift A' : 'Control Shift A'
      setSaid(({ time }) => ({ time: time + 1, text: t('approvals.announce', { count: pending.length, keys }) }))
    } else if (pending.length === 0) setSaid({ time: 0, text: '' })
  }, [pending, t])
  return (
    <div className="visually-hidden" role="alert" aria-live="assertive">
      {/* As many as before can be others: only a new element tells. */}
      <span key={said.time}>{said.text}</span>
    </div>
  )
}
