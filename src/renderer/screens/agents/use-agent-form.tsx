import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { AgentView } from '../../../shared/contract/agents.ts'
import { api } from '../../api/client.ts'
import { hasCode, shownError } from '../../api/error.ts'
import { Banner } from '../../components/banner.tsx'
import { toast } from '../../components/toast.tsx'
import { type Text, useText } from '../../i18n/text.tsx'
import { ConflictBanner } from '../../unsaved/conflict-banner.tsx'
import { SaveBar } from '../../unsaved/save-bar.tsx'
import {
  type AgentDraft,
  type AgentField,
  agentChange,
  agentKnown,
  draftAfterSave,
  drafted,
  overtakenFields,
} from './agent-draft.ts'

interface Options<K extends AgentField> {
  readonly keys: readonly K[]
  /** Why it cannot be saved as it is, in words. */
  readonly problem?: (value: Pick<AgentView, K>) => string | null
  /** A value in the save bar; null says only that it changed. */
  readonly show?: (key: K, value: AgentView[K]) => string | null
}

/** One section of an agent with its own save bar. Keys the section does not show are never sent. */
export function useAgentForm<K extends AgentField>(agent: AgentView, { keys, problem, show }: Options<K>) {
  const t = useText()
  const queries = useQueryClient()
  const [draft, setDraft] = useState<AgentDraft>({})
  const value = Object.fromEntries(keys.map(key => [key, draft[key] ? draft[key].value : agent[key]])) as Pick<
    AgentView,
    K
  >
  const change = agentChange(agent, draft)
  const overtaken = overtakenFields(agent, draft) as K[]
  const save = useMutation(
    api.agents.update.mutationOptions({
      onSuccess: (saved, { change: sent }) => {
        queries.setQueryData(api.agents.get.queryKey({ input: { id: agent.id } }), saved)
        setDraft(now => draftAfterSave(now, sent, saved))
        toast(t('settings.saved'))
      },
    }),
  )
  const lines = (Object.keys(change) as K[]).map(key =>
    changeLine(t, key, show?.(key, agent[key]), show?.(key, value[key])),
  )
  const theirs = (key: K) => show?.(key, agent[key]) ?? (String(agent[key]) || t('settings.value.empty'))
  const take = (key: K, own: AgentDraft) => setDraft(({ [key]: _mine, ...others }) => ({ ...others, ...own }))
  const bar: ReactNode = (
    <SaveBar
      changes={lines}
      saving={save.isPending}
      blocked={overtaken.length > 0 ? t('settings.conflict.blocked') : (problem?.(value) ?? null)}
      onSave={() => save.mutate({ id: agent.id, change, known: agentKnown(agent, draft) })}
      onDiscard={() => {
        setDraft({})
        save.reset()
      }}
    />
  )
  return {
    value,
    set: <Each extends K>(key: Each, next: AgentView[Each]) => setDraft(now => drafted(now, agent, key, next)),
    failure: (
      <>
        {save.isError && !hasCode(save.error, 'REVISION_CONFLICT') && (
          <Banner tone="danger">{shownError(save.error).message}</Banner>
        )}
        {overtaken.map(key => (
          <ConflictBanner
            key={key}
            text={t('agents.conflict', { label: t(`agents.${key}`) })}
            theirs={[theirs(key)]}
            onMine={() => take(key, { [key]: { value: value[key], base: agent[key] } })}
            onTheirs={() => take(key, {})}
          />
        ))}
      </>
    ),
    bar,
  }
}

function changeLine(
  t: Text,
  key: AgentField,
  before: string | null | undefined,
  after: string | null | undefined,
): string {
  const label = t(`agents.${key}`)
  return before && after ? t('agents.change.set', { label, before, after }) : t('agents.change.long', { label })
}
