import type { SettingSchemaView } from '../../shared/contract/settings.ts'
import type { Text } from '../i18n/text.tsx'
import { asText } from './setting-field-props.ts'

/** A setting's value in words, for "Overrides All agents: Basic" and "8 → 12". Secrets have none. */
export function displayValue(t: Text, schema: SettingSchemaView, value: unknown): string {
  if (schema.type === 'password') return t('settings.value.secret')
  if (value === null || value === undefined) return t('settings.value.none')
  if (value === '') return t('settings.value.empty')
  if (schema.type === 'toggle') return t(value === true ? 'settings.on' : 'settings.off')
  const label = (each: unknown) => schema.options.find(option => option.value === each)?.label ?? asText(each)
  if (Array.isArray(value)) return value.length === 0 ? t('settings.choices.nothing') : value.map(label).join(', ')
  const text = label(value)
  return text.length > 60 ? `${text.slice(0, 57)}…` : text
}
