import { useText } from '../../i18n/text.tsx'
import { controlAttributes, type FieldProps } from '../field-props.ts'

const shown = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

/** A moment as the tool gets it (ISO 8601), and beside it what that is on this computer's clock. */
export function DateTimeInput(props: FieldProps) {
  const t = useText()
  const text = typeof props.value === 'string' ? props.value : ''
  const date = new Date(text)
  return (
    <>
      <input
        {...controlAttributes(props)}
        className="input numeric"
        type="text"
        inputMode="numeric"
        placeholder="2026-12-09T09:30:00Z"
        value={text}
        onChange={event => props.onChange(event.target.value)}
      />
      {!Number.isNaN(date.getTime()) && (
        <span className="note numeric">{t('form.local_time', { time: shown.format(date) })}</span>
      )}
    </>
  )
}
