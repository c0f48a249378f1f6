import { controlAttributes, type FieldProps } from '../field-props.ts'

/** What a day control can show; it is empty for every other text. */
function isDay(text: string): boolean {
  if (text === '') return true
  const day = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.getUTCFullYear() > 0 && day.toISOString() === `${text}T00:00:00.000Z`
}

/** A day. What the model wrote in its own way stays visible as text: the day control would show nothing. */
export function DateInput(props: FieldProps) {
  const text = typeof props.value === 'string' ? props.value : ''
  return (
    <input
      {...controlAttributes(props)}
      className="input numeric"
      type={isDay(text) ? 'date' : 'text'}
      value={text}
      onChange={event => props.onChange(event.target.value)}
    />
  )
}
