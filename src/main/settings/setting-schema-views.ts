import type { SettingInfo } from '@spora/sdk'
import type { SettingSchemaView } from '../../shared/contract/settings.ts'
import { resolveAs } from './multi-select.ts'

/** What a window needs to draw the fields, in declaration order. */
export function settingSchemaViews(settings: readonly SettingInfo[]): SettingSchemaView[] {
  return settings.map(setting => ({
    key: setting.key,
    label: setting.label,
    type: setting.type,
    description: setting.description ?? '',
    default: setting.default ?? null,
    required: setting.required ?? false,
    options: options(setting),
    validation: setting.validation || null,
    expose_to_llm: setting.exposeToLlm ?? false,
    data_source: setting.type === 'multi-select' ? dataSource(setting) : null,
    resolve_as: resolveAs(setting),
    minimum: setting.minimum ?? null,
    maximum: setting.maximum ?? null,
  }))
}

/** Where the options come from, relative to the API: what the tool says, else what its values are. */
export function dataSource(setting: SettingInfo): string | null {
  if (setting.dataSource) return setting.dataSource.replace(/^\/?(api\/v1\/)?/, '/')
  if (options(setting).length > 0) return null
  const source = { agent: '/agents', skill: '/skills', raw: null }
  return source[resolveAs(setting)]
}

function options({ options = [] }: SettingInfo): { value: string; label: string }[] {
  return Array.isArray(options)
    ? options.map(value => ({ value: String(value), label: String(value) }))
    : Object.entries(options).map(([value, label]) => ({ value, label: String(label) }))
}
