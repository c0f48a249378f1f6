import type { ComponentType } from 'react'
import { MultiSelectSettingField } from './multi-select-field.tsx'
import { NumberSettingField } from './number-field.tsx'
import { PasswordSettingField } from './password-field.tsx'
import { PathSettingField } from './path-field.tsx'
import { SelectSettingField } from './select-field.tsx'
import type { SettingFieldProps, SettingType } from './setting-field-props.ts'
import { TextSettingField } from './text-field.tsx'
import { TextareaSettingField } from './textarea-field.tsx'
import { ToggleSettingField } from './toggle-field.tsx'
import { UrlSettingField } from './url-field.tsx'

/** The control of each setting type. A new type does not compile until it has one. */
export const settingFields = {
  text: TextSettingField,
  textarea: TextareaSettingField,
  password: PasswordSettingField,
  select: SelectSettingField,
  toggle: ToggleSettingField,
  'multi-select': MultiSelectSettingField,
  number: NumberSettingField,
  url: UrlSettingField,
  path: PathSettingField,
} satisfies Record<SettingType, ComponentType<SettingFieldProps>>

export function settingField(type: SettingType): ComponentType<SettingFieldProps> {
  return settingFields[type]
}
