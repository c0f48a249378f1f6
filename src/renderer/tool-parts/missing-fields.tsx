import type { SettingFieldView } from '../../shared/contract/settings.ts'
import { useText } from '../i18n/text.tsx'
import { AsksFirst } from '../secret-store/asks-first.tsx'
import { settingField } from '../setting-fields/setting-fields.ts'
import { confirmedDraft, type Drafts } from '../settings-panel/field-draft.ts'
import { FieldError } from '../settings-panel/field-error.tsx'
import { FieldHelp } from '../settings-panel/field-help.tsx'

interface Props {
  readonly fields: readonly SettingFieldView[]
  readonly toolClass: string
  readonly drafts: Drafts
  readonly errors: Readonly<Record<string, string>>
  readonly onDrafts: (drafts: Drafts) => void
  /** Of the refused ones, those that `onConfirm` sends again and that are taken then. */
  readonly confirmable: ReadonlySet<string>
  readonly onConfirm: (drafts: Drafts) => void
}

/** Only the required settings that have no value yet, one under the other. */
export function MissingFields({ fields, toolClass, drafts, errors, onDrafts, confirmable, onConfirm }: Props) {
  const t = useText()
  function confirm(key: string) {
    const draft = confirmedDraft(drafts[key])
    if (!draft) return
    const next = { ...drafts, [key]: draft }
    onDrafts(next)
    onConfirm(next)
  }
  const rows = fields.map(({ schema, secret }) => {
    const id = `missing-${schema.key}`
    const draft = drafts[schema.key]
    const error = errors[schema.key]
    const Control = settingField(schema.type)
    return (
      <div key={schema.key} className="field">
        <label className="field-label" htmlFor={id}>
          {schema.label}
          <span className="required" role="img" aria-label={t('common.required')}>
            *
          </span>
        </label>
        <Control
          id={id}
          schema={schema}
          value={draft?.kind === 'set' ? draft.value : schema.type === 'password' ? undefined : schema.default}
          invalid={error !== undefined}
          describedBy={error ? `${id}-error ${id}-help` : `${id}-help`}
          toolClass={toolClass}
          secret={secret}
          onChange={value => onDrafts({ ...drafts, [schema.key]: { kind: 'set', value } })}
        />
        <FieldHelp id={`${id}-help`} schema={schema} />
        {error && (
          <FieldError
            id={`${id}-error`}
            message={error}
            onConfirm={confirmable.has(schema.key) ? () => confirm(schema.key) : undefined}
          />
        )}
      </div>
    )
  })
  return (
    <>
      {rows}
      {fields.some(({ schema }) => schema.type === 'password') && <AsksFirst />}
    </>
  )
}
