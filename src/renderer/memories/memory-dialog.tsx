import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { MemoryEntry, MemoryView } from '../../shared/contract/memories.ts'
import { api } from '../api/client.ts'
import { hasCode, shownError } from '../api/error.ts'
import { Banner } from '../components/banner.tsx'
import { Button } from '../components/button.tsx'
import { Dialog } from '../components/dialog.tsx'
import { QueryView } from '../components/query-view.tsx'
import { TextField } from '../components/text-field.tsx'
import { toast } from '../components/toast.tsx'
import { useText } from '../i18n/text.tsx'
import { ConflictBanner } from '../unsaved/conflict-banner.tsx'
import { useDialogGuard } from '../unsaved/use-dialog-guard.tsx'
import { type MemoryForm, memoryChanges, memoryForm, rebased } from './memory-form.ts'

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
  const typed = useRef(form)
  const sent = useRef<MemoryForm>(null)
  const done = {
    onSuccess: (saved: MemoryView) => {
      toast(t('memories.saved'))
      // What was typed meanwhile goes on from what is stored now.
      if (typed.current === sent.current) onClose()
      else setBase(saved)
    },
  }
  const create = useMutation(api.memories.create.mutationOptions(done))
  const update = useMutation(api.memories.update.mutationOptions(done))
  const changes = memoryChanges(base, form)
  const dirty = Object.keys(changes).length > 0
  const saving = create.isPending || update.isPending
  const failed = create.error ?? update.error
  const conflict = stored !== null && base !== null && stored.revision !== base.revision && dirty
  const guarded = useDialogGuard(dirty, { busy: saving, what: form.name.trim() || t('memories.new_title') })
  const why = form.name.trim() === '' ? t('memories.need_name') : guarded.why
  const off = saving || form.name.trim() === '' || !dirty || conflict
  const put = (next: MemoryForm) => {
    typed.current = next
    setForm(next)
  }
  const set = (change: Partial<MemoryForm>) => put({ ...form, ...change })
  const taken = hasCode(failed, 'NAME_TAKEN')

  function save() {
    sent.current = form
    if (base) update.mutate({ id: base.id, revision: base.revision, change: changes })
    else create.mutate({ agent_id: agentId, ...form, name: form.name.trim(), summary: form.summary || null })
  }

  return (
    <Dialog
      open
      size="large"
      onClose={onClose}
      canClose={guarded.canClose}
      title={t(base ? 'memories.edit_title' : 'memories.new_title')}
      footer={
        <>
          <span id="memory-why" className="note grow" data-tone={guarded.why ? 'wait' : undefined} role="status">
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
      {guarded.guard}
      <div className="stack dialog-form">
        {conflict && (
          <ConflictBanner
            text={t('memories.conflict')}
            theirs={[stored.content]}
            onMine={() => {
              put(rebased(base, form, stored))
              setBase(stored)
            }}
            onTheirs={() => {
              setBase(stored)
              put(memoryForm(stored))
            }}
          />
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
