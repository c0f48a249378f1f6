import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { MemoryEntry, MemoryView } from '../../shared/contract/memories.ts'
import { api } from '../api/client.ts'
import { hasCode, shownError } from '../api/error.ts'
import { Banner } from '../components/banner.tsx'
import { Button } from '../components/button.tsx'
import { Dialog } from '../components/dialog.tsx'
import { QueryView } from '../components/query-view.tsx'
import { TextField } from '../components/text-field.tsx'
import { toast } from '../components/toast.tsx'
import { VisibleText } from '../components/visible-text.tsx'
import { useText } from '../i18n/text.tsx'
import { type MemoryForm, memoryChanges, memoryForm } from './memory-form.ts'

interface Props {
  readonly agentId: number | null
  /** Null makes a new one. */
  readonly memory: MemoryEntry | null
  readonly onClose: () => void
}

export function MemoryDialog({ agentId, memory, onClose }: Props) {
  return memory ? (
    <StoredMemory id={memory.id} agentId={agentId} onClose={onClose} />
  ) : (
    <Editor agentId={agentId} stored={null} onClose={onClose} />
  )
}

function StoredMemory({ id, agentId, onClose }: Pick<Props, 'agentId' | 'onClose'> & { readonly id: number }) {
  const t = useText()
  const memory = useQuery(api.memories.get.queryOptions({ input: { id } }))
  if (memory.data) return <Editor agentId={agentId} stored={memory.data} onClose={onClose} />
  return (
    <Dialog open onClose={onClose} title={t('memories.edit_title')}>
      <QueryView query={memory}>{() => null}</QueryView>
    </Dialog>
  )
}

function Editor({
  agentId,
  stored,
  onClose,
}: Pick<Props, 'agentId' | 'onClose'> & { readonly stored: MemoryView | null }) {
  const t = useText()
  // What was there when the form was opened: an agent may write meanwhile, and then a person decides.
  const [base, setBase] = useState(stored)
  const [form, setForm] = useState<MemoryForm>(() => memoryForm(stored))
  const [held, setHeld] = useState(false)
  const done = {
    onSuccess: () => {
      toast(t('memories.saved'))
      onClose()
    },
  }
  const create = useMutation(api.memories.create.mutationOptions(done))
  const update = useMutation(api.memories.update.mutationOptions(done))
  const changes = memoryChanges(base, form)
  const dirty = Object.keys(changes).length > 0
  const saving = create.isPending || update.isPending
  const failed = create.error ?? update.error
  const conflict = stored !== null && base !== null && stored.revision !== base.revision && dirty
  const why = form.name.trim() === '' ? t('memories.need_name') : held && dirty ? t('memories.unsaved') : null
  const off = saving || form.name.trim() === '' || !dirty || conflict
  const set = (change: Partial<MemoryForm>) => setForm({ ...form, ...change })
  const taken = hasCode(failed, 'NAME_TAKEN')

  function save() {
    if (base) update.mutate({ id: base.id, revision: base.revision, change: changes })
    else create.mutate({ agent_id: agentId, ...form, name: form.name.trim(), summary: form.summary || null })
  }
  function canClose(): boolean {
    if (dirty) setHeld(true)
    return !dirty && !saving
  }

  return (
    <Dialog
      open
      size="large"
      onClose={onClose}
      canClose={canClose}
      title={t(base ? 'memories.edit_title' : 'memories.new_title')}
      footer={
        <>
          <span id="memory-why" className="note grow" data-tone={held && dirty ? 'wait' : undefined} role="status">
            {why}
          </span>
          <Button size="large" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button kind="primary" size="large" aria-disabled={off} aria-describedby="memory-why" onClick={save}>
            {t(saving ? 'settings.saving' : 'memories.save')}
          </Button>
        </>
      }
    >
      <div className="stack dialog-form">
        {conflict && (
          <Banner
            tone="wait"
            action={
              <span className="row">
                <Button size="small" onClick={() => setBase(stored)}>
                  {t('memories.conflict.mine')}
                </Button>
                <Button
                  size="small"
                  onClick={() => {
                    setBase(stored)
                    setForm(memoryForm(stored))
                  }}
                >
                  {t('memories.conflict.theirs')}
                </Button>
              </span>
            }
          >
            {t('memories.conflict')}
            <div className="memory-theirs">
              <VisibleText text={stored.content} />
            </div>
          </Banner>
        )}
        {failed && !taken && !conflict && <Banner tone="danger">{shownError(failed).message}</Banner>}
        <TextField
          label={t('memories.name')}
          value={form.name}
          onChange={name => set({ name })}
          maxLength={100}
          required
          help={t('memories.name_help')}
          error={taken ? shownError(failed).message : null}
        />
        <TextField
          label={t('memories.summary')}
          value={form.summary}
          onChange={summary => set({ summary })}
          maxLength={500}
          help={t('memories.summary_help')}
        />
        <TextField
          label={t('memories.content')}
          value={form.content}
          onChange={content => set({ content })}
          maxLength={100_000}
          rows={12}
        />
      </div>
    </Dialog>
  )
}
