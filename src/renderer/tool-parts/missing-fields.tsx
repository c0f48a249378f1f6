import type { SettingFieldView } from '../../shared/contract/settings.ts'
import { useText } from '../i18n/text.tsx'
import { settingField } from '../setting-fields/setting-fields.ts'
import type { Drafts } from '../settings-panel/field-draft.ts'
import { FieldHelp } from '../settings-panel/field-help.tsx'

interface Props {
  readonly fields: readonly SettingFieldView[]
  readonly toolClass: string
  readonly drafts: Drafts
  readonly errors: Readonly<Record<string, string>>
  readonly onDrafts: (drafts: Drafts) => void
}

/** Only the required settings that have no value yet, one under the other. */
export function MissingFields({ fields, toolClass, drafts, errors, onDrafts }: Props) {
  const t = useText()
  return fields.map(({ schema, secret }) => {
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
          <p id={`${id}-error`} className="note" data-tone="danger" role="alert">
            {error}
          </p>
        )}
      </div>
    )
  })
}
