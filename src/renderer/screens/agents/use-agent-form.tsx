import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { AgentChange, AgentView } from '../../../shared/contract/agents.ts'
import { api } from '../../api/client.ts'
import { shownError } from '../../api/error.ts'
import { Banner } from '../../components/banner.tsx'
import { toast } from '../../components/toast.tsx'
import { type Text, useText } from '../../i18n/text.tsx'
import { SaveBar } from '../../unsaved/save-bar.tsx'
import { agentChange } from './agent-change.ts'

type Key = keyof AgentChange & keyof AgentView

interface Options<K extends Key> {
  readonly keys: readonly K[]
  /** Why it cannot be saved as it is, in words. */
  readonly problem?: (value: Pick<AgentView, K>) => string | null
  /** A value in the save bar; null says only that it changed. */
  readonly show?: (key: K, value: AgentView[K]) => string | null
}

/** One section of an agent with its own save bar. Keys the section does not show are never sent. */
export function useAgentForm<K extends Key>(agent: AgentView, { keys, problem, show }: Options<K>) {
  const t = useText()
  const queries = useQueryClient()
  const [draft, setDraft] = useState<Partial<Pick<AgentView, K>>>({})
  const stored = Object.fromEntries(keys.map(key => [key, agent[key]])) as Pick<AgentView, K>
  const value: Pick<AgentView, K> = { ...stored, ...draft }
  const change = agentChange(agent, value)
  const save = useMutation(
    api.agents.update.mutationOptions({
      onSuccess: saved => {
        queries.setQueryData(api.agents.get.queryKey({ input: { id: agent.id } }), saved)
        setDraft({})
        toast(t('settings.saved'))
      },
    }),
  )
  const lines = (Object.keys(change) as K[]).map(key =>
    changeLine(t, key, show?.(key, agent[key]), show?.(key, value[key])),
  )
  const bar: ReactNode = (
    <SaveBar
      changes={lines}
      saving={save.isPending}
      blocked={problem?.(value) ?? null}
      onSave={() => save.mutate({ id: agent.id, change })}
      onDiscard={() => {
        setDraft({})
        save.reset()
      }}
    />
  )
  return {
    value,
    set: <Each extends K>(key: Each, next: AgentView[Each]) => setDraft({ ...draft, [key]: next }),
    failure: save.isError ? <Banner tone="danger">{shownError(save.error).message}</Banner> : null,
    bar,
  }
}

function changeLine(t: Text, key: Key, before: string | null | undefined, after: string | null | undefined): string {
  const label = t(`agents.${key}`)
  return before && after ? t('agents.change.set', { label, before, after }) : t('agents.change.long', { label })
}
