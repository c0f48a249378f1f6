import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { AgentToolView } from '../../shared/contract/agents.ts'
import type { SettingScope } from '../../shared/contract/settings.ts'
import { api, client } from '../api/client.ts'
import { shownError } from '../api/error.ts'
import { Banner } from '../components/banner.tsx'
import { Button } from '../components/button.tsx'
import { Dialog } from '../components/dialog.tsx'
import { QueryView } from '../components/query-view.tsx'
import { Segmented } from '../components/segmented.tsx'
import { useText } from '../i18n/text.tsx'
import { isBlank } from '../model-form/model-draft.ts'
import { changesOf, confirmableKeys, countsOnlyHere, type Drafts, fieldErrors } from '../settings-panel/field-draft.ts'
import { useDialogGuard } from '../unsaved/use-dialog-guard.tsx'
import { MissingFields } from './missing-fields.tsx'
import { missingOf } from './missing-of.ts'
import { RunsWithoutAsking } from './runs-without-asking-list.tsx'

interface Props {
  readonly agent: { readonly id: number; readonly name: string }
  readonly has: AgentToolView
  /** How many remembered permissions let some of it run without asking. */
  readonly remembered: number
  readonly onClose: () => void
}

/** Turning a tool on: only what is missing, what would run without asking (P7), and one action for both. */
export function EnableSheet({ agent, has, remembered, onClose }: Props) {
  const t = useText()
  const { tool } = has
  const queries = useQueryClient()
  const cancel = useRef<HTMLButtonElement>(null)
  const [where, setWhere] = useState<'global' | 'agent'>('global')
  const [drafts, setDrafts] = useState<Drafts>({})
  // Settings may go missing while the sheet is open.
  const [late, setLate] = useState<typeof tool.missing_required | null>(null)
  const required = late ?? tool.missing_required
  const missing = required.map(setting => setting.key)
  const agentScope: SettingScope = { scope: 'agent', agent_id: agent.id }
  const own = useQuery(
    api.settings.get.queryOptions({
      input: { tool_class: tool.tool_class, scope: agentScope },
      enabled: missing.length > 0,
    }),
  )
  const onlyHere = own.data?.fields.some(field => missing.includes(field.schema.key) && countsOnlyHere(field)) ?? false
  const scope: SettingScope = where === 'global' && !onlyHere ? { scope: 'global' } : agentScope
  const view = useQuery(
    // The other scope's fields are the same: they stand there until this one's are loaded.
    api.settings.get.queryOptions({
      input: { tool_class: tool.tool_class, scope },
      enabled: missing.length > 0 && !own.isPending,
      placeholderData: keepPreviousData,
    }),
  )
  const enable = useMutation({
    mutationFn: async (decided: Drafts) => {
      const fields = view.data?.fields.filter(field => missing.includes(field.schema.key)) ?? []
      const changes = changesOf(fields, decided)
      if (changes.length > 0 && view.data) {
        const saved = await client.settings.save({
          tool_class: tool.tool_class,
          scope,
          revision: view.data.revision,
          changes,
        })
        queries.setQueryData(api.settings.get.queryKey({ input: { tool_class: tool.tool_class, scope } }), saved)
        setDrafts({})
      }
      return client.agents.setTool({ id: agent.id, tool_class: tool.tool_class, enabled: true })
    },
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: api.agents.key() })
      void queries.invalidateQueries({ queryKey: api.tools.key() })
      onClose()
    },
    onError(error) {
      const found = missingOf(error)
      if (found) setLate(found)
      void queries.invalidateQueries({ queryKey: api.settings.key() })
    },
  })
  const details = enable.isError ? shownError(enable.error).details : {}
  const errors = fieldErrors(details)
  const incomplete = missing.filter(key => {
    const draft = drafts[key]
    return draft?.kind !== 'set' || isBlank(draft.value)
  })
  const labels = required.filter(each => incomplete.includes(each.key)).map(each => each.label)
  const off = incomplete.length > 0 || enable.isPending || view.isPlaceholderData
  const guarded = useDialogGuard(Object.keys(drafts).length > 0 && !enable.isSuccess, {
    busy: enable.isPending,
    what: t('tools.enable.title', { tool: tool.display_name, agent: agent.name }),
  })

  return (
    <Dialog
      // With its fields, so that the focus begins in the first of them.
      open={missing.length === 0 || !view.isPending}
      onClose={onClose}
      canClose={guarded.canClose}
      title={t('tools.enable.title', { tool: tool.display_name, agent: agent.name })}
      initialFocus={missing.length > 0 ? undefined : cancel}
      footer={
        <>
          <span
            id="enable-why"
            className="note grow"
            data-tone={guarded.why ? 'wait' : undefined}
            role={guarded.why ? 'status' : undefined}
          >
            {guarded.why ?? (labels.length > 0 && t('tools.missing', { labels: labels.join(', ') }))}
          </span>
          <Button ref={cancel} size="large" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button
            kind="primary"
            size="large"
            aria-disabled={off}
            aria-describedby="enable-why"
            onClick={() => enable.mutate(drafts)}
          >
            {t(missing.length > 0 ? 'tools.enable.save_confirm' : 'tools.enable.confirm')}
          </Button>
        </>
      }
    >
      {guarded.guard}
      <div className="stack enable-sheet">
        {enable.isError && Object.keys(errors).length === 0 && (
          <Banner tone="danger">{shownError(enable.error).message}</Banner>
        )}
        {missing.length > 0 && (
          <section className="stack" aria-label={t('tools.enable.missing')}>
            <h3>{t('tools.enable.missing')}</h3>
            <QueryView query={view}>
              {loaded => (
                <MissingFields
                  fields={loaded.fields.filter(field => missing.includes(field.schema.key))}
                  toolClass={tool.tool_class}
                  drafts={drafts}
                  errors={errors}
                  onDrafts={setDrafts}
                  confirmable={confirmableKeys(details)}
                  onConfirm={enable.mutate}
                />
              )}
            </QueryView>
            {onlyHere ? (
              <p className="note">{t('tools.enable.scope.only', { agent: agent.name })}</p>
            ) : (
              <div className="row">
                <span className="note">{t('tools.enable.scope')}</span>
                <Segmented
                  size="small"
                  label={t('tools.enable.scope')}
                  value={where}
                  options={[
                    { value: 'global', label: t('tools.enable.scope.global') },
                    { value: 'agent', label: t('tools.enable.scope.agent', { agent: agent.name }) },
                  ]}
                  onChange={setWhere}
                />
              </div>
            )}
          </section>
        )}
        <RunsWithoutAsking tool={tool} has={has} agentName={agent.name} remembered={remembered} />
      </div>
    </Dialog>
  )
}
