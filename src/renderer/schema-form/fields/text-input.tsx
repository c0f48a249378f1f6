import { controlAttributes, type FieldProps } from '../field-props.ts'

const MODE = { email: 'email', uri: 'url' } as const

/**
 * A string, in a field that grows with it: text that is to be approved is never cut off at the edge of a line.
 * Addresses stay on one line of their own; other text may have several.
 */
export function TextInput(props: FieldProps) {
  const { parameter, value, onChange } = props
  const mode = MODE[parameter.kind as keyof typeof MODE]
  return (
    <textarea
      {...controlAttributes(props)}
      className="input grows"
      rows={parameter.kind === 'long_text' ? 3 : 1}
      inputMode={mode}
      value={typeof value === 'string' ? value : ''}
      onChange={event => onChange(event.target.value)}
      onKeyDown={event => {
        if (mode && event.key === 'Enter' && !event.ctrlKey && !event.metaKey) event.preventDefault()
      }}
    />
  )
}
