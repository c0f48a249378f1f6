import type { CallView } from '../../shared/contract/calls.ts'
import { hasCode, shownError } from '../api/error.ts'
import { toast } from '../components/toast.tsx'
import { useText } from '../i18n/text.tsx'

/**
 * A call that was decided in another window has no card any more on which its refusal could stand, so that is said over the
 * screen. Answers whether it was that.
 */
export function useDecidedElsewhere(): (error: unknown, calls: readonly CallView[]) => boolean {
  const t = useText()
  return (error, calls) => {
    if (!hasCode(error, 'DECISION_ALREADY')) return false
    const { details } = shownError(error)
    const call = calls.find(({ id }) => id === details.call_id)
    const verdict = details.verdict === 'approve' ? 'approve' : 'reject'
    toast(t(`approvals.elsewhere.${verdict}`, { what: call?.human_description ?? '' }))
    return true
  }
}
