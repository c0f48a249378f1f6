import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { AGENT_LIMITS } from '../../../shared/agent-limits.ts'
import type { AgentNotesView, AgentView } from '../../../shared/contract/agents.ts'
import { api } from '../../api/client.ts'
import { hasCode, shownError } from '../../api/error.ts'
import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { QueryView } from '../../components/query-view.tsx'
import { RelativeTime } from '../../components/relative-time.tsx'
import { toast } from '../../components/toast.tsx'
import { useText } from '../../i18n/text.tsx'
import { MemoryList } from '../../memories/memory-list.tsx'
import { SaveBar } from '../../unsaved/save-bar.tsx'

/** What the agent keeps across chats: its notes and its memories. */
export function NotesTab({ agent }: { agent: AgentView }) {
  const notes = useQuery(api.agents.notes.queryOptions({ input: { id: agent.id } }))
  return <QueryView query={notes}>{stored => <Notes agent={agent} stored={stored} />}</QueryView>
}

interface Draft {
  readonly text: string
  /** The notes it was begun from. */
  readonly known: string | null
}

function Notes({ agent, stored }: { agent: AgentView; stored: AgentNotesView }) {
  const t = useText()
  const id = useId()
  const queries = useQueryClient()
  const [draft, setDraft] = useState<Draft | null>(null)
  const save = useMutation(
    api.agents.saveNotes.mutationOptions({
      onSuccess: (saved, sent) => {
        queries.setQueryData(api.agents.notes.queryKey({ input: { id: agent.id } }), saved)
        // What was typed meanwhile goes on from what is stored now.
        setDraft(now =>
          now === null || now.text === sent.content ? null : { text: now.text, known: saved.updated_at },
        )
        toast(t('settings.saved'))
      },
    }),
  )
  const text = draft?.text ?? stored.content
  const overtaken = draft !== null && draft.known !== stored.updated_at
  const changed = draft !== null && draft.text !== stored.content
  const discard = () => {
    setDraft(null)
    save.reset()
  }
  return (
    <div className="tab-form">
      <div className="scroll page-padding page-sections">
        <section className="stack">
          <div className="row wrap">
            <h2 className="grow">{t('notes.title')}</h2>
            <span className="note numeric">
              {stored.updated_at && (
                <>
                  {t('notes.written')} <RelativeTime at={stored.updated_at} />
                  {' · '}
                </>
              )}
              {t('notes.count', { count: [...text].length })}
            </span>
          </div>
          <label className="note" htmlFor={id}>
            {t('notes.text')}
          </label>
          {(overtaken || hasCode(save.error, 'REVISION_CONFLICT')) && (
            <Banner
              tone="warn"
              action={
                <Button size="small" onClick={discard}>
                  {t('notes.take_theirs')}
                </Button>
              }
            >
              {t('notes.conflict')}
            </Banner>
          )}
          {save.isError && !hasCode(save.error, 'REVISION_CONFLICT') && (
            <Banner tone="danger">{shownError(save.error).message}</Banner>
          )}
          <textarea
            id={id}
            className="input notes-text"
            aria-label={t('notes.label', { name: agent.name })}
            maxLength={AGENT_LIMITS.notes}
            rows={8}
            value={text}
            onChange={event => setDraft({ text: event.target.value, known: draft?.known ?? stored.updated_at })}
          />
        </section>
        <section className="stack">
          <h2>{t('notes.memories')}</h2>
          <MemoryList agentId={agent.id} />
        </section>
      </div>
      <SaveBar
        changes={changed ? [t('notes.changed')] : []}
        saving={save.isPending}
        blocked={overtaken ? t('notes.conflict') : null}
        onSave={() => draft && save.mutate({ id: agent.id, content: draft.text, known: draft.known })}
        onDiscard={discard}
      />
    </div>
  )
}
