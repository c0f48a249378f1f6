import type { JsonValue } from '@spora/sdk'

export type SettingCheck = { readonly ok: true; readonly value: JsonValue } | SettingProblem

/** Why a value cannot be stored: a code for programs, a sentence that stands beside the field. */
export interface SettingProblem {
  readonly ok: false
  readonly code: SettingProblemCode
  readonly message: string
}

export type SettingProblemCode =
  | 'SETTING_UNKNOWN'
  | 'SETTING_TYPE'
  | 'SETTING_TOO_LONG'
  | 'SETTING_CHARS'
  | 'SETTING_SECRET_CHARS'
  | 'SETTING_OPTION'
  | 'SETTING_URL'
  | 'SETTING_PATH'
  | 'SETTING_RANGE'
  | 'SETTING_PATTERN'
  | 'SETTING_UNPROTECTED'

export function settingProblem(code: SettingProblemCode, message: string): SettingProblem {
  return { ok: false, code, message }
}
