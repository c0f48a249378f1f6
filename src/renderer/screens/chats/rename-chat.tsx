import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { TaskView } from '../../../shared/contract/tasks.ts'
import { api } from '../../api/client.ts'
import { shownError } from '../../api/error.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { TextField } from '../../components/text-field.tsx'
import { useText } from '../../i18n/text.tsx'

export function RenameChat({ task, onClose }: { task: TaskView; onClose: () => void }) {
  const t = useText()
  const [title, setTitle] = useState(task.title)
  const rename = useMutation(api.tasks.rename.mutationOptions({ onSuccess: onClose }))
  const save = () => rename.mutate({ id: task.id, title: title.trim() })
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('chats.rename_title')}
      size="small"
      footer={
        <>
          <span className="grow" />
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button kind="primary" disabled={!title.trim() || rename.isPending} onClick={save}>
            {t('common.rename')}
          </Button>
        </>
      }
    >
      <TextField
        label={t('chats.name')}
        value={title}
        maxLength={200}
        onChange={setTitle}
        onKeyDown={event => event.key === 'Enter' && title.trim() && save()}
        error={rename.isError ? shownError(rename.error).message : null}
      />
    </Dialog>
  )
}
