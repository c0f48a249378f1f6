import { asText, controlAttributes, type SettingFieldProps } from './setting-field-props.ts'

export function TextareaSettingField(props: SettingFieldProps) {
  const text = asText(props.value)
  return (
    <textarea
      {...controlAttributes(props)}
      className="input"
      rows={Math.min(10, Math.max(3, text.split('\n').length))}
      value={text}
      onChange={event => props.onChange(event.target.value)}
    />
  )
}
