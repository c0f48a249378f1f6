import { asText, controlAttributes, type SettingFieldProps } from './setting-field-props.ts'

export function PathSettingField(props: SettingFieldProps) {
  return (
    <input
      {...controlAttributes(props)}
      className="input mono"
      autoComplete="off"
      spellCheck={false}
      value={asText(props.value)}
      onChange={event => props.onChange(event.target.value)}
    />
  )
}
