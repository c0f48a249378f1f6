import { useMutation } from '@tanstack/react-query'
import { Ellipsis, Pencil, Square, SquareStack, Trash2, Unplug, Wrench } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { TaskView } from '../../../shared/contract/tasks.ts'
import { api } from '../../api/client.ts'
import { hasCode, shownError } from '../../api/error.ts'
import { Avatar } from '../../components/avatar.tsx'
import { Button } from '../../components/button.tsx'
import { Chip } from '../../components/chip.tsx'
import { Confirm } from '../../components/confirm.tsx'
import { copyText } from '../../components/copy-text.ts'
import { Menu } from '../../components/menu.tsx'
import { toast } from '../../components/toast.tsx'
import { VisibleText } from '../../components/visible-text.tsx'
import { useText } from '../../i18n/text.tsx'
import { useShortcut } from '../../shortcuts/use-shortcut.ts'
import { chatMarkdown } from './chat-markdown.ts'
import { RenameChat } from './rename-chat.tsx'
import { taskStates } from './task-states.ts'
import { Usage } from './usage.tsx'

export function ChatTitle({ task }: { task: TaskView }) {
  const t = useText()
  // A sub-agent's question is the person's as well.
  const state = taskStates[task.waiting_calls > 0 ? 'PENDING_APPROVAL' : task.status]
  const Icon = state.icon
  const busy = (task.status === 'RUNNING' || task.status === 'AWAITING_SUB_AGENTS') && task.waiting_calls === 0
  return (
    <>
      <Avatar name={task.agent.name} />
      <h1 className="bar-title clip">
        <VisibleText text={task.title} />
      </h1>
      <span className="muted clip hide-narrow">
        <VisibleText text={task.agent.name} />
      </span>
      <Chip tone={state.tone} icon={<Icon className={busy ? 'icon spin' : 'icon'} aria-hidden />}>
        {t(state.text)}
      </Chip>
      {task.without_tools && <Chip icon={<Unplug className="icon" aria-hidden />}>{t('chats.tools_off')}</Chip>}
    </>
  )
}

interface ActionsProps {
  readonly task: TaskView
  /** Why something was not done; null when it is tried again. */
  readonly onFailure: (message: string | null) => void
}

export function ChatActions({ task, onFailure }: ActionsProps) {
  const t = useText()
  const [, navigate] = useLocation()
  const [dialog, setDialog] = useState<'rename' | 'delete' | null>(null)
  const told = {
    onMutate: () => onFailure(null),
    onError: (error: unknown) => onFailure(shownError(error).message),
  }
  const abort = useMutation(
    api.tasks.abort.mutationOptions({
      ...told,
      // It ended by itself meanwhile, or was stopped twice: it is as it should be.
      onError: error => hasCode(error, 'INVALID_STATE') || told.onError(error),
    }),
  )
  const useTools = useMutation(api.tasks.useTools.mutationOptions(told))
  const remove = useMutation(api.tasks.remove.mutationOptions(told))
  // Whoever went elsewhere meanwhile stays there: this is not called when the chat is not shown any more.
  const leave = { onSuccess: () => navigate('/chats', { replace: true }) }
  const { active } = taskStates[task.status]
  const stop = () => abort.mutate({ id: task.id })
  useShortcut('mod+.', stop, active)

  async function copy() {
    try {
      await copyText(chatMarkdown(task))
      toast(t('common.copied'))
    } catch {
      onFailure(t('common.copy_failed'))
    }
  }

  return (
    <>
      <Usage task={task} />
      {active && (
        <Button
          size="small"
          icon={<Square className="icon icon-small" aria-hidden />}
          shortcut="mod+."
          disabled={abort.isPending}
          onClick={stop}
        >
          {t('chats.stop')}
        </Button>
      )}
      <Menu
        trigger={<Button kind="quiet" icon={<Ellipsis className="icon" aria-hidden />} aria-label={t('chats.more')} />}
        actions={[
          {
            label: t('chats.rename'),
            icon: <Pencil className="icon" aria-hidden />,
            onSelect: () => setDialog('rename'),
          },
          {
            label: t('chats.copy_markdown'),
            icon: <SquareStack className="icon" aria-hidden />,
            onSelect: () => void copy(),
          },
          task.without_tools
            ? {
                label: t('chats.tools_on'),
                icon: <Wrench className="icon" aria-hidden />,
                onSelect: () => useTools.mutate({ id: task.id, use: true }),
              }
            : {
                label: t('chats.no_tools.leave'),
                icon: <Unplug className="icon" aria-hidden />,
                onSelect: () => useTools.mutate({ id: task.id, use: false }),
              },
          null,
          {
            label: t('chats.delete'),
            icon: <Trash2 className="icon" aria-hidden />,
            danger: true,
            onSelect: () => setDialog('delete'),
          },
        ]}
      />
      {dialog === 'rename' && <RenameChat task={task} onClose={() => setDialog(null)} />}
      <Confirm
        open={dialog === 'delete'}
        title={t('chats.delete_title')}
        action={t('chats.delete_confirm')}
        onConfirm={() => remove.mutate({ id: task.id }, leave)}
        onClose={() => setDialog(null)}
      >
        {t('chats.delete_text', { title: task.title })}
      </Confirm>
    </>
  )
}
