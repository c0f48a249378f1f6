import { useMutation, useQuery } from '@tanstack/react-query'
import { ChevronRight, Hand, Square, Users, Wrench } from 'lucide-react'
import { memo, useId, useState } from 'react'
import { Link } from 'wouter'
import type { CallState, CallView } from '../../shared/contract/calls.ts'
import type { TaskStatus, TaskView } from '../../shared/contract/tasks.ts'
import { api } from '../api/client.ts'
import { shownError } from '../api/error.ts'
import { taskQuery } from '../api/task-query.ts'
import { openApprovals } from '../approvals/approvals-dialog-state.ts'
import { Button } from '../components/button.tsx'
import { InlineMarkdown } from '../components/inline-markdown.tsx'
import { duration, Elapsed } from '../components/relative-time.tsx'
import { VisibleText } from '../components/visible-text.tsx'
import { useText } from '../i18n/text.tsx'
import { CallDetails } from './call-details.tsx'
import { Ending } from './call-note.tsx'
import { Outcome } from './outcome.tsx'

type SubAgent = NonNullable<CallView['sub_agent']>

/** The states of a sub-agent's chat, in the words of a call. */
const STATES = {
  QUEUED: 'ready',
  RUNNING: 'started',
  PENDING_APPROVAL: 'awaiting',
  AWAITING_SUB_AGENTS: 'started',
  COMPLETED: 'succeeded',
  FAILED: 'failed',
  ABORTED: 'cancelled',
  CANCELLED: 'cancelled',
} as const satisfies Record<TaskStatus, CallState>

const isActive = (status: TaskStatus) => !['COMPLETED', 'FAILED', 'ABORTED', 'CANCELLED'].includes(status)

/** A sub-agent at work for this chat: what it is doing now, what it waits for, and the way to it. */
export const SubAgentRow = memo(function SubAgentRow({ call, sub }: { call: CallView; sub: SubAgent }) {
  const t = useText()
  const [open, setOpen] = useState(false)
  const body = useId()
  const active = isActive(sub.status)
  const state = sub.waiting_calls > 0 ? 'awaiting' : STATES[sub.status]
  const prompt = promptOf(call)
  return (
    <article
      className="call"
      data-state={state}
      data-open={open ? '' : undefined}
      aria-label={t('sub_agent.label', { agent: sub.agent.name })}
    >
      <button
        type="button"
        className="call-head"
        aria-expanded={open}
        aria-controls={body}
        onClick={() => setOpen(!open)}
      >
        <Users className="icon" aria-hidden />
        <span className="call-name">
          <VisibleText text={sub.agent.name} /> <span>{t('sub_agent.name')}</span>
        </span>
        <span className="call-line clip">
          <VisibleText text={prompt} />
        </span>
        <Outcome state={state} />
        <span className="call-time">
          <Took call={call} />
        </span>
        <ChevronRight className="icon chevron" aria-hidden />
      </button>
      <div id={body}>
        <div className="call-body sub-agent">
          {active && <NowDoing taskId={sub.task_id} />}
          {call.outcome && <Ending text={call.outcome.text} state={call.state} />}
          <Foot sub={sub} active={active} />
        </div>
        {open && <CallDetails call={call} />}
      </div>
    </article>
  )
})

/** What it was asked to do, without the words around it. */
function promptOf({ arguments: args, human_description }: CallView): string {
  const prompt = typeof args === 'object' && args !== null && 'prompt' in args ? args.prompt : null
  return typeof prompt === 'string' ? prompt : human_description
}

function Took({ call }: { call: CallView }) {
  if (!call.started_at) return null
  if (!call.finished_at) return <Elapsed from={call.started_at} />
  return duration(new Date(call.finished_at).getTime() - new Date(call.started_at).getTime())
}

/** The line it is writing, else the last it wrote. */
function NowDoing({ taskId }: { taskId: number }) {
  const chat = useQuery(taskQuery(taskId))
  const line = chat.data && lastLine(chat.data)
  if (!line) return null
  return (
    <p className="sub-agent-line clip">
      <InlineMarkdown text={line} />
      {chat.data?.streaming && <span className="caret" aria-hidden="true" />}
    </p>
  )
}

function lastLine({ streaming, timeline }: TaskView): string {
  const written =
    streaming?.text.trimEnd() || timeline.findLast(item => item.kind === 'assistant')?.text.trimEnd() || ''
  return written.slice(-2_000).split('\n').at(-1) ?? ''
}

function Foot({ sub, active }: { sub: SubAgent; active: boolean }) {
  const t = useText()
  const stop = useMutation(api.tasks.abort.mutationOptions())
  return (
    <div className="row wrap">
      <span className="note">
        <Wrench className="icon" aria-hidden />
        {t('sub_agent.calls', { count: sub.calls })}
      </span>
      <span className="grow" />
      {stop.isError && (
        <span className="note" data-tone="danger" role="alert">
          {shownError(stop.error).message}
        </span>
      )}
      {sub.waiting_calls > 0 && <Review taskId={sub.task_id} count={sub.waiting_calls} />}
      <Link
        className="button"
        data-kind="quiet"
        data-size="small"
        href={`/chats/${sub.task_id}`}
        aria-label={t('sub_agent.open', { agent: sub.agent.name })}
      >
        {t('sub_agent.open_short')}
      </Link>
      {active && (
        <Button
          kind="quiet"
          size="small"
          icon={<Square className="icon icon-small" aria-hidden />}
          disabled={stop.isPending}
          onClick={() => stop.mutate({ id: sub.task_id })}
        >
          {t('sub_agent.stop')}
        </Button>
      )}
    </div>
  )
}

/** Over any screen: the oldest call that waits in it. */
function Review({ taskId, count }: { taskId: number; count: number }) {
  const t = useText()
  const pending = useQuery(api.calls.pending.queryOptions()).data
  const first = pending?.find(call => call.path?.some(({ task_id }) => task_id === taskId))
  return (
    <Button
      size="small"
      icon={<Hand className="icon icon-small" aria-hidden />}
      onClick={() => openApprovals(first?.id ?? null)}
    >
      {t('sub_agent.review', { count })}
    </Button>
  )
}
