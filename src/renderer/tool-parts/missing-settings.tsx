import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { SettingsView } from '../../shared/contract/settings.ts'
import type { ToolView } from '../../shared/contract/tools.ts'
import { api } from '../api/client.ts'
import { shownError } from '../api/error.ts'
import { Banner } from '../components/banner.tsx'
import { Button } from '../components/button.tsx'
import { QueryView } from '../components/query-view.tsx'
import { useText } from '../i18n/text.tsx'
import { changesOf, confirmableKeys, type Drafts, fieldErrors } from '../settings-panel/field-draft.ts'
import { MissingFields } from './missing-fields.tsx'

/** The missing required settings of a tool, for all agents, with a Save of their own. */
export function MissingSettings({ tool }: { tool: ToolView }) {
  const view = useQuery(
    api.settings.get.queryOptions({ input: { tool_class: tool.tool_class, scope: { scope: 'global' } } }),
  )
  return <QueryView query={view}>{loaded => <Form tool={tool} view={loaded} />}</QueryView>
}

function Form({ tool, view }: { tool: ToolView; view: SettingsView }) {
  const t = useText()
  const [drafts, setDrafts] = useState<Drafts>({})
  const save = useMutation(api.settings.save.mutationOptions({ onSuccess: () => setDrafts({}) }))
  const keys = tool.missing_required.map(setting => setting.key)
  const fields = view.fields.filter(field => keys.includes(field.schema.key))
  const changes = changesOf(fields, drafts)
  const details = save.isError ? shownError(save.error).details : {}
  const errors = fieldErrors(details)
  function send(decided: Drafts) {
    const changes = changesOf(fields, decided)
    if (changes.length === 0) return
    const input = { tool_class: tool.tool_class, scope: { scope: 'global' }, revision: view.revision, changes } as const
    save.mutate(input, { onSuccess: () => save.reset() })
  }
  return (
    <form
      className="stack missing-settings"
      aria-label={t('plugins.setup.needs')}
      onSubmit={event => {
        event.preventDefault()
        send(drafts)
      }}
    >
      <h4 className="label">{t('plugins.setup.needs')}</h4>
      {save.isError && Object.keys(errors).length === 0 && (
        <Banner tone="danger">{shownError(save.error).message}</Banner>
      )}
      <MissingFields
        fields={fields}
        toolClass={tool.tool_class}
        drafts={drafts}
        errors={errors}
        onDrafts={setDrafts}
        confirmable={confirmableKeys(details)}
        onConfirm={send}
      />
      <div>
        <Button type="submit" disabled={changes.length === 0 || save.isPending}>
          {t('plugins.setup.save')}
        </Button>
      </div>
    </form>
  )
}
