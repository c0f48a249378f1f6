import { useEffect, useState } from 'react'
import { controlAttributes, type FieldProps } from '../field-props.ts'
import { typedNumber } from '../typed-number.ts'

/** What a typed number is worth: a real number, or the text itself so that the check can say what is wrong with it. */
const parse = (text: string): unknown => (text.trim() === '' ? undefined : (typedNumber(text) ?? text))

/** An integer or a number. A number stays a number: no text ever reaches the tool in its place. */
export function NumberInput(props: FieldProps) {
  const { parameter, value, onChange } = props
  const [text, setText] = useState(value === undefined ? '' : String(value))
  // A value put back from outside replaces what was typed; "1." and "1" are the same value and stay as typed.
  useEffect(() => {
    setText(old => (Object.is(parse(old), value) ? old : value === undefined || value === null ? '' : String(value)))
  }, [value])

  function write(next: string) {
    setText(next)
    onChange(parse(next))
  }

  function step(by: number) {
    const current = typeof value === 'number' ? value : (parameter.minimum ?? 0) - by
    const next = Math.min(parameter.maximum ?? Infinity, Math.max(parameter.minimum ?? -Infinity, current + by))
    write(String(next))
  }

  return (
    <input
      {...controlAttributes(props)}
      className="input number"
      type="text"
      role="spinbutton"
      aria-valuenow={typeof value === 'number' ? value : undefined}
      aria-valuetext={text || undefined}
      aria-valuemin={parameter.minimum ?? undefined}
      aria-valuemax={parameter.maximum ?? undefined}
      inputMode={parameter.kind === 'integer' ? 'numeric' : 'decimal'}
      value={text}
      onChange={event => write(event.target.value)}
      onKeyDown={event => {
        if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
        event.preventDefault()
        step(event.key === 'ArrowUp' ? 1 : -1)
      }}
    />
  )
}
