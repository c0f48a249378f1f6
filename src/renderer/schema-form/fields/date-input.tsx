import { controlAttributes, type FieldProps } from '../field-props.ts'

const ISO = /^(\d{4}-\d\d-\d\d)?$/

/** A day. What the model wrote in its own way stays visible as text: the day control would show nothing. */
export function DateInput(props: FieldProps) {
  const text = typeof props.value === 'string' ? props.value : ''
  return (
    <input
      {...controlAttributes(props)}
      className="input numeric"
      type={ISO.test(text) ? 'date' : 'text'}
      value={text}
      onChange={event => props.onChange(event.target.value)}
    />
  )
}
