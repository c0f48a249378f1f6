import { ChevronRight } from 'lucide-react'
import { Fragment } from 'react'
import type { CallView } from '../../shared/contract/calls.ts'
import { VisibleText } from '../components/visible-text.tsx'

/** Who asks: the agent, after those whose sub-agent it is. */
export function AgentPath({ call }: { call: CallView }) {
  const above = (call.path ?? []).slice(0, -1)
  return (
    <span className="path">
      {above.map(({ task_id, agent }) => (
        <Fragment key={task_id}>
          <span className="clip">
            <VisibleText text={agent.name} />
          </span>
          <ChevronRight className="icon" aria-label="›" />
        </Fragment>
      ))}
      <b>
        <VisibleText text={call.agent.name} />
      </b>
    </span>
  )
}

/** The person's chat a call stands in: its own, or the one whose sub-agent asks. */
export function rootChat(call: CallView): { id: number; title: string } {
  const root = call.path?.[0]
  return root ? { id: root.task_id, title: root.title } : { id: call.task_id, title: call.task_title }
}
