import { asText, controlAttributes, type SettingFieldProps } from './setting-field-props.ts'

export function TextSettingField(props: SettingFieldProps) {
  return (
    <input
      {...controlAttributes(props)}
      className="input"
      value={asText(props.value)}
      autoComplete="off"
      onChange={event => props.onChange(event.target.value)}
    />
  )
}
