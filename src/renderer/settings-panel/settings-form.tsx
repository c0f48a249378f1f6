import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { SettingScope, SettingsView } from '../../shared/contract/settings.ts'
import { Banner } from '../components/banner.tsx'
import { Button } from '../components/button.tsx'
import { Confirm } from '../components/confirm.tsx'
import { toast } from '../components/toast.tsx'
import { useText } from '../i18n/text.tsx'
import { AsksFirst } from '../secret-store/asks-first.tsx'
import { SaveBar } from '../unsaved/save-bar.tsx'
import { describeChanges } from './describe-change.ts'
import { type Drafts, fieldsSetHere } from './field-draft.ts'
import { ModelPreview } from './model-preview.tsx'
import { ScopedField } from './scoped-field.tsx'
import { UnusedSettings } from './unused-settings.tsx'
import { useSettingDrafts } from './use-setting-drafts.ts'

interface Props {
  readonly view: SettingsView
  readonly scope: SettingScope
  readonly agentName: string
  readonly scopeControl: ReactNode
}

export function SettingsForm({ view, scope, agentName, scopeControl }: Props) {
  const t = useText()
  const fields = useRef<HTMLDivElement>(null)
  const form = useSettingDrafts({
    toolClass: view.tool_class,
    scope,
    view,
    onSaved: () => toast(t('settings.saved')),
  })
  const here = fieldsSetHere(view.fields, form.drafts)
  const wrong = Object.keys(form.errors)

  // The first field that was refused gets the focus, wherever it is in the panel.
  const firstWrong = view.fields.find(field => wrong.includes(field.schema.key))?.schema.key
  useEffect(() => {
    if (!firstWrong) return
    fields.current
      ?.querySelector<HTMLElement>(
        `[data-key="${CSS.escape(firstWrong)}"] .scoped-control :is(input, textarea, button)`,
      )
      ?.focus()
  }, [firstWrong])

  return (
    <>
      <div className="scroll page-padding">
        <div className="row wrap panel-head">
          {scopeControl}
          <span className="note grow">
            {t(`settings.summary.${scope.scope}`, { set: here.length, total: view.fields.length, agent: agentName })}
          </span>
          <ResetAll here={here} onReset={form.save} />
        </div>
        {view.missing_required.length > 0 && form.changes.length === 0 && (
          <Banner tone="wait">{t('settings.missing_here', { count: view.missing_required.length })}</Banner>
        )}
        {wrong.length > 0 && <Banner tone="danger">{t('settings.invalid', { count: wrong.length })}</Banner>}
        {form.failure && <Banner tone="danger">{form.failure}</Banner>}
        {form.conflicted && form.clashes.length === 0 && <Banner tone="wait">{t('settings.conflict.again')}</Banner>}
        <div ref={fields}>
          {view.fields.map(field => {
            const { key } = field.schema
            return (
              <ScopedField
                key={key}
                field={field}
                scope={scope.scope}
                toolClass={view.tool_class}
                draft={form.drafts[key]}
                error={form.errors[key]}
                onConfirm={form.confirmable.has(key) ? () => form.confirm(key) : undefined}
                secretStore={view.secret_store}
                conflict={form.clashes.includes(key) ? { onMine: () => form.keepMine(key) } : undefined}
                onDraft={draft => form.setDraft(key, draft)}
              />
            )
          })}
        </div>
        {view.fields.some(({ schema }) => schema.type === 'password') && <AsksFirst />}
        <UnusedSettings keys={view.unused ?? []} off={form.changes.length > 0} onRemove={form.removeUnused} />
        <ModelPreview text={view.effective_configuration} />
      </div>
      <SaveBar
        changes={describeChanges(t, view.fields, form.drafts)}
        saving={form.saving}
        blocked={form.clashes.length > 0 ? t('settings.conflict.blocked') : null}
        onSave={() => form.save()}
        onDiscard={form.discard}
      />
    </>
  )
}

function ResetAll({ here, onReset }: { here: SettingsView['fields']; onReset: (drafts: Drafts) => void }) {
  const t = useText()
  const [asking, setAsking] = useState(false)
  if (here.length === 0) return null
  return (
    <>
      <Button kind="quiet" size="small" onClick={() => setAsking(true)}>
        {t('settings.reset_all', { count: here.length })}
      </Button>
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        title={t('settings.reset_all.title')}
        action={t('settings.reset_all.action', { count: here.length })}
        onConfirm={() => onReset(Object.fromEntries(here.map(field => [field.schema.key, { kind: 'reset' }])))}
      >
        <p className="muted">{t('settings.reset_all.text')}</p>
        <ul className="plain-list">
          {here.map(field => (
            <li key={field.schema.key}>{field.schema.label}</li>
          ))}
        </ul>
      </Confirm>
    </>
  )
}
