import type { SettingInfo } from '@spora/sdk'
import type { SettingFieldView, SettingSchemaView } from '../../shared/contract/settings.ts'
import { isEmpty, type ResolvedSetting, storedProblem } from './resolve-settings.ts'
import type { SettingRow } from './setting-rows.ts'
import { settingSchemaViews } from './setting-schema-views.ts'

/** The fields of one scope: what stands in its own row, what it comes to, and what would count without it. */
export function settingFieldViews(
  settings: readonly SettingInfo[],
  own: SettingRow,
  effective: readonly ResolvedSetting[],
  without: readonly ResolvedSetting[],
): SettingFieldView[] {
  const schemas = settingSchemaViews(settings)
  return settings.map((setting, index) =>
    fieldView(
      schemas[index] as SettingSchemaView,
      setting,
      own,
      effective[index] as ResolvedSetting,
      without[index] as ResolvedSetting,
    ),
  )
}

function fieldView(
  schema: SettingSchemaView,
  setting: SettingInfo,
  own: SettingRow,
  effective: ResolvedSetting,
  without: ResolvedSetting,
): SettingFieldView {
  const stored = own.settings[setting.key]
  const visible = (resolved: ResolvedSetting) => (resolved.secret ? null : resolved.value)
  return {
    schema,
    state: stored === undefined ? 'inherited' : isEmpty(stored) ? 'empty' : 'set',
    effective: visible(effective),
    origin: effective.origin,
    overrides: stored === undefined ? null : { origin: without.origin, value: visible(without) },
    secret: effective.secret,
    problem: storedProblem(setting, stored),
  }
}
