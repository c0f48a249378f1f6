import { useMutation, useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { Link, useLocation } from 'wouter'
import type { CallView } from '../../../shared/contract/calls.ts'
import type { TaskView } from '../../../shared/contract/tasks.ts'
import { api } from '../../api/client.ts'
import { hasCode, shownError } from '../../api/error.ts'
import { taskQuery } from '../../api/task-query.ts'
import { ApprovalPanel } from '../../approvals/lazy-approval-panel.ts'
import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { ErrorPane } from '../../components/error-pane.tsx'
import { FailureRow } from '../../components/failure-row.tsx'
import { DetailPane } from '../../components/panes.tsx'
import { QueryView } from '../../components/query-view.tsx'
import { useText } from '../../i18n/text.tsx'
import { AnswerAnnouncer } from './answer-announcer.tsx'
import { ChatActions, ChatTitle } from './chat-header.tsx'
import { Composer } from './composer.tsx'
import { ChatOrigin, handedOver } from './family.tsx'
import { taskStates } from './task-states.ts'
import { Timeline } from './timeline.tsx'
import { useWaiting } from './waiting-calls.ts'

export function ChatDetail({ id }: { id: number }) {
  const chat = useQuery(taskQuery(id))
  const task = chat.data
  const [failure, setFailure] = useState<string | null>(null)
  if (hasCode(chat.error, 'TASK_NOT_FOUND')) return <Gone />
  return (
    <DetailPane
      title={task ? <ChatTitle task={task} /> : null}
      actions={task && <ChatActions task={task} onFailure={setFailure} />}
      back="/chats"
    >
      <QueryView query={chat}>
        {loaded => (
          <>
            {failure && <FailureRow text={failure} onDismiss={() => setFailure(null)} />}
            <ChatOrigin task={loaded} />
            <Timeline task={loaded} />
            <AnswerAnnouncer task={loaded} />
            <Foot task={loaded} />
          </>
        )}
      </QueryView>
    </DetailPane>
  )
}

/** Deleted here a moment ago, in another window, or with the chat it was begun in. */
function Gone() {
  const t = useText()
  const [, navigate] = useLocation()
  return (
    <DetailPane title={null} back="/chats">
      <EmptyState
        page
        title={t('chats.gone')}
        action={<Button onClick={() => navigate('/chats', { replace: true })}>{t('chats.gone_to')}</Button>}
      >
        {t('chats.gone_text')}
      </EmptyState>
    </DetailPane>
  )
}

/** Where one acts: the decisions that wait, else the next message, else why neither is possible. */
function Foot({ task }: { task: TaskView }) {
  const t = useText()
  const { calls, questions, unknown } = useWaiting(task.id)
  if (calls.length + questions.length > 0) {
    return (
      <Suspense>
        <ApprovalPanel calls={calls} questions={questions} agent={whoAsks(calls, task)} />
      </Suspense>
    )
  }
  if (task.status === 'PENDING_APPROVAL') {
    if (unknown) return unknown.error === null ? null : <ErrorPane error={unknown.error} onRetry={unknown.ask} />
    return <p className="chat-foot note">{t('chats.answer_above')}</p>
  }
  if (taskStates[task.status].active) {
    return <p className="chat-foot note">{t('chats.running_text', { agent: task.agent.name })}</p>
  }
  const heir = handedOver(task)
  if (heir && !task.can_follow_up) {
    return (
      <p className="chat-foot note">
        <span>
          {t('chats.handed_over', { agent: heir.agent })} <Link href={`/chats/${heir.id}`}>{t('chats.go_there')}</Link>
        </span>
      </p>
    )
  }
  if (!task.can_follow_up) {
    return <p className="chat-foot note">{t('chats.no_follow_up', { agent: task.agent.name })}</p>
  }
  return <FollowUp task={task} />
}

/** Whom words instead of a decision reach: the one who asks, the chat's own agent when several do. */
function whoAsks(calls: readonly CallView[], task: TaskView): string | undefined {
  const agents = [...new Set(calls.map(call => call.agent.name))]
  return agents.length > 1 ? task.agent.name : agents[0]
}

function FollowUp({ task }: { task: TaskView }) {
  const t = useText()
  const more = useMutation(api.tasks.continue.mutationOptions())
  return (
    <div className="chat-foot">
      {more.isError && <Banner tone="danger">{shownError(more.error).message}</Banner>}
      <Composer
        chat={task.id}
        label={t('chats.message')}
        placeholder={t('chats.follow_up', { agent: task.agent.name })}
        onSend={prompt => more.mutateAsync({ id: task.id, prompt })}
      />
    </div>
  )
}
