import type { CallView } from '../../shared/contract/calls.ts'
import { useText } from '../i18n/text.tsx'
import { CallRow } from './call-row.tsx'

/** The calls of one turn in one frame. */
export function CallList({ calls }: { calls: readonly CallView[] }) {
  const t = useText()
  return (
    <section className="calls" aria-label={t('chats.calls')}>
      {calls.map(call => (
        <CallRow key={call.id} call={call} />
      ))}
    </section>
  )
}
