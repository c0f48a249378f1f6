import { useMutation, useQuery } from '@tanstack/react-query'
import { ArrowDown, ArrowUp, Ellipsis, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { MemoryEntry } from '../../shared/contract/memories.ts'
import { api } from '../api/client.ts'
import { shownError } from '../api/error.ts'
import { Banner } from '../components/banner.tsx'
import { Button } from '../components/button.tsx'
import { Confirm } from '../components/confirm.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import { Menu } from '../components/menu.tsx'
import { QueryView } from '../components/query-view.tsx'
import { RelativeTime } from '../components/relative-time.tsx'
import { SearchField } from '../components/search-field.tsx'
import { toast } from '../components/toast.tsx'
import { VisibleText } from '../components/visible-text.tsx'
import { useText } from '../i18n/text.tsx'
import { MemoryDialog } from './memory-dialog.tsx'

/** More than this is searched rather than looked through. */
const MANY = 8

/** What is remembered: read, edit, put in order, delete. `agentId` null: the memories all agents share. */
export function MemoryList({ agentId }: { readonly agentId: number | null }) {
  const t = useText()
  const memories = useQuery(api.memories.list.queryOptions({ input: { agent_id: agentId } }))
  const [open, setOpen] = useState<MemoryEntry | 'new' | null>(null)
  const [search, setSearch] = useState('')
  const add = (
    <Button icon={<Plus className="icon" aria-hidden />} onClick={() => setOpen('new')}>
      {t('memories.add')}
    </Button>
  )
  return (
    <>
      <div className="row wrap">
        <p className="muted grow">{t(agentId === null ? 'memories.intro' : 'memories.intro_agent')}</p>
        {memories.data && memories.data.length > 0 && add}
      </div>
      <QueryView
        query={memories}
        empty={
          <EmptyState title={t('memories.empty.title')} action={add}>
            {t('memories.empty.text')}
          </EmptyState>
        }
      >
        {all => {
          const found = matching(all, search)
          return (
            <>
              {all.length > MANY && <SearchField label={t('memories.search')} value={search} onChange={setSearch} />}
              {found.length === 0 ? (
                <p className="muted">{t('memories.no_match', { text: search })}</p>
              ) : (
                <ul className="framed memory-list" aria-label={t('memories.count', { count: all.length })}>
                  {found.map(memory => (
                    <MemoryRow
                      key={memory.id}
                      memory={memory}
                      all={all}
                      agentId={agentId}
                      onOpen={() => setOpen(memory)}
                    />
                  ))}
                </ul>
              )}
            </>
          )
        }}
      </QueryView>
      {open && <MemoryDialog agentId={agentId} memory={open === 'new' ? null : open} onClose={() => setOpen(null)} />}
    </>
  )
}

function matching(all: readonly MemoryEntry[], search: string): readonly MemoryEntry[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return all.filter(({ name, summary }) => words.every(word => `${name} ${summary}`.toLowerCase().includes(word)))
}

interface RowProps {
  readonly memory: MemoryEntry
  readonly all: readonly MemoryEntry[]
  readonly agentId: number | null
  readonly onOpen: () => void
}

function MemoryRow({ memory, all, agentId, onOpen }: RowProps) {
  const t = useText()
  const [deleting, setDeleting] = useState(false)
  const reorder = useMutation(api.memories.reorder.mutationOptions())
  const remove = useMutation(api.memories.remove.mutationOptions({ onSuccess: () => toast(t('memories.deleted')) }))
  const failed = reorder.error ?? remove.error
  const place = all.findIndex(({ id }) => id === memory.id)
  const move = (to: number) => {
    const ids = all.map(({ id }) => id).filter(id => id !== memory.id)
    reorder.mutate({ agent_id: agentId, ids: ids.toSpliced(to, 0, memory.id) })
  }
  const { name } = memory
  return (
    <li className="memory-row">
      <div className="row">
        <button type="button" className="memory-open grow" onClick={onOpen}>
          <strong className="clip">
            <VisibleText text={name} />
          </strong>
          <span className="muted memory-summary">
            <VisibleText text={memory.summary} />
          </span>
        </button>
        <span className="note numeric only-wide">{t('memories.length', { count: memory.length })}</span>
        <span className="note numeric">
          <RelativeTime at={memory.updated_at} />
        </span>
        <Menu
          trigger={
            <Button
              kind="quiet"
              size="small"
              icon={<Ellipsis className="icon" aria-hidden />}
              aria-label={t('memories.actions', { name })}
            />
          }
          actions={[
            { label: t('memories.edit_title'), icon: <Pencil className="icon" aria-hidden />, onSelect: onOpen },
            {
              label: t('memories.up'),
              icon: <ArrowUp className="icon" aria-hidden />,
              disabled: place === 0,
              onSelect: () => move(place - 1),
            },
            {
              label: t('memories.down'),
              icon: <ArrowDown className="icon" aria-hidden />,
              disabled: place === all.length - 1,
              onSelect: () => move(place + 1),
            },
            null,
            {
              label: t('memories.delete'),
              icon: <Trash2 className="icon" aria-hidden />,
              danger: true,
              onSelect: () => setDeleting(true),
            },
          ]}
        />
      </div>
      {failed && <Banner tone="danger">{shownError(failed).message}</Banner>}
      <Confirm
        open={deleting}
        onClose={() => setDeleting(false)}
        title={t('memories.delete_title', { name })}
        action={t('memories.delete_action')}
        onConfirm={() => remove.mutate({ id: memory.id })}
      >
        {t('memories.delete_text')}
      </Confirm>
    </li>
  )
}
