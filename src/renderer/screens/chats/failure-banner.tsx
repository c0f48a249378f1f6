import { useMutation } from '@tanstack/react-query'
import { CircleX } from 'lucide-react'
import { useLocation } from 'wouter'
import type { TaskView } from '../../../shared/contract/tasks.ts'
import { api } from '../../api/client.ts'
import { shownError } from '../../api/error.ts'
import { Button } from '../../components/button.tsx'
import { CopyButton } from '../../components/copy-button.tsx'
import { duration } from '../../components/relative-time.tsx'
import { useNow } from '../../components/use-now.ts'
import { VisibleText } from '../../components/visible-text.tsx'
import { useText } from '../../i18n/text.tsx'

const MORE_STEPS = 20

/** Why the chat stopped, and the one thing to do about it. */
export function FailureBanner({ task }: { task: TaskView }) {
  const t = useText()
  if (!task.error) return null
  const { code, message, raw } = task.error
  return (
    <section className="failure" role="alert">
      <CircleX className="icon" aria-hidden />
      <div className="stack">
        <p>
          <VisibleText text={message} />
        </p>
        {task.error.retry && <NextTry task={task} retry={task.error.retry} />}
        <div className="row wrap">
          <Actions task={task} action={task.error.action} />
        </div>
        <details>
          <summary className="note">
            {t('common.details')} ({code})
          </summary>
          {raw && (
            <pre className="code" data-size="small">
              <VisibleText text={raw} />
            </pre>
          )}
          <CopyButton text={JSON.stringify({ code, message, raw }, null, 2)} label={t('common.copy_details')} />
        </details>
      </div>
    </section>
  )
}

function Actions({ task, action }: { task: TaskView; action: NonNullable<TaskView['error']>['action'] }) {
  const t = useText()
  const [, navigate] = useLocation()
  const retry = useMutation(api.tasks.retry.mutationOptions())
  const more = useMutation(api.tasks.continue.mutationOptions())
  const failed = retry.error ?? more.error
  const models = action === 'fix_model' || action === 'choose_model'
  const withoutTools = action === 'without_tools'
  return (
    <>
      {withoutTools && (
        <Button
          kind="primary"
          disabled={retry.isPending}
          onClick={() => retry.mutate({ id: task.id, without_tools: true })}
        >
          {t('chats.error.without_tools')}
        </Button>
      )}
      {(models || withoutTools) && (
        <Button kind={models ? 'primary' : 'default'} onClick={() => navigate('/settings/models')}>
          {t(action === 'fix_model' ? 'chats.error.fix_model' : 'chats.error.choose_model')}
        </Button>
      )}
      {action === 'continue' && (
        <Button
          kind="primary"
          disabled={more.isPending}
          onClick={() => more.mutate({ id: task.id, additional_steps: MORE_STEPS })}
        >
          {t('chats.error.continue', { count: MORE_STEPS })}
        </Button>
      )}
      {(action === 'retry' || models || withoutTools) && (
        <Button
          kind={action === 'retry' ? 'primary' : 'default'}
          disabled={retry.isPending}
          onClick={() => retry.mutate({ id: task.id })}
        >
          {t('chats.error.retry')}
        </Button>
      )}
      {failed && (
        <span className="note" data-tone="danger">
          {shownError(failed).message}
        </span>
      )}
    </>
  )
}

/** It will be tried again by itself (the agent's settings). */
function NextTry({ task, retry }: { task: TaskView; retry: NonNullable<NonNullable<TaskView['error']>['retry']> }) {
  const t = useText()
  const cancel = useMutation(api.tasks.cancelRetry.mutationOptions())
  return (
    <div className="row wrap">
      <span className="note numeric" role="timer">
        <Countdown to={retry.at} /> {t('chats.error.tries', { count: retry.count, max: retry.max })}
      </span>
      <Button size="small" disabled={cancel.isPending} onClick={() => cancel.mutate({ id: task.id })}>
        {t('chats.error.no_retry')}
      </Button>
    </div>
  )
}

function Countdown({ to }: { to: string }) {
  const t = useText()
  const left = Math.max(0, new Date(to).getTime() - useNow())
  return left === 0 ? t('chats.error.retrying') : t('chats.error.retry_in', { time: duration(left) })
}
