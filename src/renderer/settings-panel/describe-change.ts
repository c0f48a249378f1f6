import type { SettingFieldView } from '../../shared/contract/settings.ts'
import type { Text } from '../i18n/text.tsx'
import { displayValue } from '../setting-fields/display-value.ts'
import { type Drafts, type FieldDraft, isChange } from './field-draft.ts'

/** One line of the save bar. */
function describeChange(t: Text, field: SettingFieldView, draft: FieldDraft): string {
  const { schema } = field
  const { label } = schema
  if (draft.kind === 'reset')
    return t('settings.change.reset', { label, value: displayValue(t, schema, field.overrides?.value ?? null) })
  if (draft.kind === 'empty') return t('settings.change.empty', { label })
  if (schema.type === 'password') return t('settings.change.secret', { label })
  return t('settings.change.set', {
    label,
    before: displayValue(t, schema, field.state === 'empty' ? '' : field.effective),
    after: displayValue(t, schema, draft.value),
  })
}

export function describeChanges(t: Text, fields: readonly SettingFieldView[], drafts: Drafts): string[] {
  return fields.flatMap(field => {
    const draft = drafts[field.schema.key]
    return draft && isChange(field, draft) ? [describeChange(t, field, draft)] : []
  })
}
