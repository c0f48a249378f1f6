import { useState } from 'react'
import { controlAttributes, type FieldProps } from '../field-props.ts'

const TYPE = { email: 'email', uri: 'url', date: 'date' } as const

/** Text past this length, or of more than one line, gets room to grow. */
const ROOMY = 80

/** A string. What the schema cannot hold as text (a number where a string belongs) is shown as it is. */
export function TextInput(props: FieldProps) {
  const { parameter, value, onChange } = props
  const text = value === undefined || value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value)
  // Decided once: a control that changes under the typing hand would lose it.
  const [roomy] = useState(parameter.kind === 'long_text' || text.length > ROOMY || text.includes('\n'))
  if (roomy) {
    return (
      <textarea
        {...controlAttributes(props)}
        className="input grows"
        rows={2}
        value={text}
        onChange={event => onChange(event.target.value)}
      />
    )
  }
  // An address or a date the model wrote in its own way must stay visible: the typed control would show nothing.
  const type =
    parameter.kind === 'date' && text && !/^\d{4}-\d\d-\d\d$/.test(text)
      ? 'text'
      : TYPE[parameter.kind as keyof typeof TYPE]
  return (
    <input
      {...controlAttributes(props)}
      className="input"
      type={type ?? 'text'}
      value={text}
      onChange={event => onChange(event.target.value)}
    />
  )
}
