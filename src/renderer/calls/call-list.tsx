import type { CallView } from '../../shared/contract/calls.ts'
import { CallRow } from './call-row.tsx'
import { SubAgentRow } from './sub-agent-row.tsx'

/** The calls of one turn in one frame. */
export function CallList({ calls }: { calls: readonly CallView[] }) {
  return (
    <div className="calls">
      {calls.map(call => (
        <CallItem key={call.id} call={call} />
      ))}
    </div>
  )
}

function CallItem({ call }: { call: CallView }) {
  return call.sub_agent ? <SubAgentRow call={call} sub={call.sub_agent} /> : <CallRow call={call} />
}
