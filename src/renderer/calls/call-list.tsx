import type { CallView } from '../../shared/contract/calls.ts'
import { useText } from '../i18n/text.tsx'
import { CallRow } from './call-row.tsx'
import { SubAgentRow } from './sub-agent-row.tsx'

/** The calls of one turn in one frame. */
export function CallList({ calls }: { calls: readonly CallView[] }) {
  const t = useText()
  return (
    <section className="calls" aria-label={t('chats.calls')}>
      {calls.map(call => (
        <CallItem key={call.id} call={call} />
      ))}
    </section>
  )
}

function CallItem({ call }: { call: CallView }) {
  return call.sub_agent ? <SubAgentRow call={call} sub={call.sub_agent} /> : <CallRow call={call} />
}
