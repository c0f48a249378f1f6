import { type ComponentProps, type ReactNode, useId } from 'react'

interface Props extends Omit<ComponentProps<'input'>, 'onChange' | 'value'> {
  readonly label: ReactNode
  readonly value: string
  readonly onChange: (value: string) => void
  /** A sentence under the field. */
  readonly help?: ReactNode
  /** What is wrong with the value, in words. */
  readonly error?: string | null
  /** Lines; more than one makes it a text area. */
  readonly rows?: number
}

/** A labelled text field with its help and its error. */
export function TextField({ label, value, onChange, help, error, rows, ...rest }: Props) {
  const id = useId()
  const note = error ?? help
  const control = {
    id,
    value,
    className: 'input',
    'data-invalid': error ? '' : undefined,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': note ? `${id}-note` : undefined,
  } as const
  return (
    <div className="field">
      <label htmlFor={id} className="field-label">
        {label}
        {rest.required && (
          <span className="required" aria-hidden="true">
            *
          </span>
        )}
      </label>
      {rows && rows > 1 ? (
        <textarea
          {...(rest as ComponentProps<'textarea'>)}
          {...control}
          rows={rows}
          onChange={event => onChange(event.target.value)}
        />
      ) : (
        <input {...rest} {...control} onChange={event => onChange(event.target.value)} />
      )}
      {note && (
        <p id={`${id}-note`} className="note" data-tone={error ? 'danger' : undefined}>
          {note}
        </p>
      )}
    </div>
  )
}
