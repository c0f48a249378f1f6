import { asText, controlAttributes, type SettingFieldProps } from './setting-field-props.ts'

export function UrlSettingField(props: SettingFieldProps) {
  return (
    <input
      {...controlAttributes(props)}
      className="input"
      inputMode="url"
      autoComplete="off"
      spellCheck={false}
      value={asText(props.value)}
      onChange={event => props.onChange(event.target.value)}
      onBlur={event => {
        const trimmed = event.target.value.trim()
        if (!props.inherited && trimmed !== event.target.value) props.onChange(trimmed)
      }}
    />
  )
}
