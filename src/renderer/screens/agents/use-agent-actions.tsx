import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useLocation } from 'wouter'
import type { AgentView } from '../../../shared/contract/agents.ts'
import { api } from '../../api/client.ts'
import { shownError } from '../../api/error.ts'
import { Button } from '../../components/button.tsx'
import { Confirm } from '../../components/confirm.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { toastUndo } from '../../components/toast.tsx'
import { useText } from '../../i18n/text.tsx'
import { ExportSheet } from './export-sheet.tsx'

export interface AgentActions {
  readonly duplicate: () => void
  readonly setArchived: (archived: boolean) => void
  readonly askDelete: () => void
  readonly askExport: () => void
  /** Put it on the page: the sheets that an action opens, the one way an agent is deleted and what went wrong among them. */
  readonly confirm: ReactNode
}

/** What can be done with an agent, the same from its card and from its page. */
export function useAgentActions(agent: AgentView): AgentActions {
  const t = useText()
  const [, navigate] = useLocation()
  const [asking, setAsking] = useState(false)
  const [exporting, setExporting] = useState(false)
  const duplicate = useMutation(
    api.agents.duplicate.mutationOptions({ onSuccess: copy => navigate(`/agents/${copy.id}`) }),
  )
  const archive = useMutation(
    api.agents.setArchived.mutationOptions({
      onSuccess: changed => {
        if (changed.archived)
          toastUndo(t('agents.archived_toast', { name: changed.name }), t('common.undo'), () =>
            archive.mutate({ id: changed.id, archived: false }),
          )
      },
    }),
  )
  const remove = useMutation(api.agents.remove.mutationOptions({ onSuccess: () => navigate('/agents') }))
  const failed = [duplicate, archive, remove].find(mutation => mutation.isError)
  const forget = () => failed?.reset()
  return {
    duplicate: () => duplicate.mutate({ id: agent.id }),
    setArchived: archived => archive.mutate({ id: agent.id, archived }),
    askDelete: () => setAsking(true),
    askExport: () => setExporting(true),
    confirm: (
      <>
        {exporting && <ExportSheet agent={agent} onClose={() => setExporting(false)} />}
        <Dialog
          open={failed !== undefined}
          onClose={forget}
          size="small"
          title={t('agents.failed')}
          description={failed && shownError(failed.error).message}
          footer={
            <>
              <span className="grow" />
              <Button onClick={forget}>{t('common.close')}</Button>
            </>
          }
        />
        {agent.takes_part > 0 ? (
          <HasChats
            open={asking}
            agent={agent}
            onClose={() => setAsking(false)}
            onArchive={() => archive.mutate({ id: agent.id, archived: true })}
          />
        ) : (
          <Confirm
            open={asking}
            onClose={() => setAsking(false)}
            title={t('agents.delete_title', { name: agent.name })}
            action={t('agents.delete_action')}
            onConfirm={() => remove.mutate({ id: agent.id })}
          >
            {t('agents.delete_text')}
          </Confirm>
        )}
      </>
    ),
  }
}

interface HasChatsProps {
  readonly open: boolean
  readonly agent: AgentView
  readonly onClose: () => void
  readonly onArchive: () => void
}

/** An agent with chats is never deleted under them: say so, and offer what keeps everything. */
function HasChats({ open, agent, onClose, onArchive }: HasChatsProps) {
  const t = useText()
  const { name, chats } = agent
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="small"
      title={t('agents.has_chats.title', { name, chats })}
      description={t('agents.has_chats.text')}
      footer={
        <>
          <span className="grow" />
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          {!agent.archived && (
            <Button
              kind="primary"
              onClick={() => {
                onClose()
                onArchive()
              }}
            >
              {t('agents.has_chats.archive')}
            </Button>
          )}
        </>
      }
    />
  )
}
