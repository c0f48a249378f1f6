import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from '../api/client.ts'
import { Dialog } from '../components/dialog.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import { QueryView } from '../components/query-view.tsx'
import { useText } from '../i18n/text.tsx'
import { ApprovalPanel } from './approval-panel.tsx'
import { closeApprovals, useApprovalsDialog } from './approvals-dialog-state.ts'

/** Everything that waits, over any screen: deciding never needs going elsewhere. */
export function ApprovalDialog() {
  const t = useText()
  const { callId } = useApprovalsDialog()
  const pending = useQuery(api.calls.pending.queryOptions())
  const count = pending.data?.length
  // The last decision closes it; an empty list one opened on purpose stays and says so.
  useCloseWhenEmptied(count)
  return (
    <Dialog
      open
      onClose={closeApprovals}
      title={t('approvals.title')}
      description={t('approvals.dialog_text')}
      size="large"
      initialFocus={() => document.querySelector<HTMLElement>('[role="dialog"] .approval-head h2')}
    >
      <QueryView
        query={pending}
        empty={<EmptyState title={t('approvals.none')}>{t('approvals.none_text')}</EmptyState>}
      >
        {calls => (
          <ApprovalPanel
            calls={calls.filter(call => call.state === 'awaiting')}
            questions={calls.filter(call => call.state !== 'awaiting')}
            first={callId}
            bare
          />
        )}
      </QueryView>
    </Dialog>
  )
}

let opened = 0
function useCloseWhenEmptied(count: number | undefined) {
  useEffect(() => {
    if (count === undefined) return
    if (count === 0 && opened > 0) closeApprovals()
    opened = count
  }, [count])
  useEffect(
    () => () => {
      opened = 0
    },
    [],
  )
}
