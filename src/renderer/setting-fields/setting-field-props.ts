import type { z } from 'zod'
import type { SettingFieldView, SettingSchemaView, settingType } from '../../shared/contract/settings.ts'

export type SettingType = z.infer<typeof settingType>

/** What every control of a setting gets. The label, the source and the actions stand around it, not in it. */
export interface SettingFieldProps {
  /** Of the control, for its `<label for>`. */
  readonly id: string
  readonly schema: SettingSchemaView
  readonly value: unknown
  readonly onChange: (value: unknown) => void
  /** The value comes from another layer: shown, not editable here. */
  readonly inherited?: boolean
  readonly invalid?: boolean
  readonly describedBy?: string
  /** For choices that main looks up. */
  readonly toolClass?: string
  /** Only for passwords. `value` is then what is being typed, undefined while the stored one stays, null to remove it. */
  readonly secret?: SettingFieldView['secret']
}

export function controlAttributes({ id, inherited, invalid, describedBy }: SettingFieldProps) {
  return {
    id,
    readOnly: inherited,
    'data-inherited': inherited ? '' : undefined,
    'data-invalid': invalid ? '' : undefined,
    'aria-invalid': invalid || undefined,
    'aria-describedby': describedBy,
  } as const
}

export function asText(value: unknown): string {
  return value === null || value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value)
}
