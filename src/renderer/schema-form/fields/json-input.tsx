import { useEffect, useState } from 'react'
import { sameJson } from '../../calls/argument-changes.ts'
import { visibleJson } from '../../components/visible-json.ts'
import { useText } from '../../i18n/text.tsx'

interface Props {
  readonly value: unknown
  readonly onChange: (value: unknown) => void
  /** Tells the form that the text is no JSON, so that nothing can be approved meanwhile. */
  readonly onBroken?: (broken: boolean) => void
  readonly id: string
  readonly label?: string
  readonly describedBy?: string
  readonly changed?: boolean
  readonly invalid?: boolean
}

const parse = (text: string): { readonly value: unknown } | null => {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return null
  }
}

/** Any value as JSON text. Text that is no JSON changes nothing until it is. */
export function JsonInput({ value, onChange, onBroken, id, label, describedBy, changed, invalid }: Props) {
  const t = useText()
  const [text, setText] = useState(() => visibleJson(value) ?? '')
  const broken = parse(text) === null
  useEffect(() => {
    setText(old => {
      const parsed = parse(old)
      return parsed && sameJson(parsed.value, value) ? old : (visibleJson(value) ?? '')
    })
  }, [value])

  function write(next: string) {
    setText(next)
    const parsed = parse(next)
    onBroken?.(parsed === null)
    if (parsed) onChange(parsed.value)
  }

  return (
    <div className="grow stack gap-1!">
      <textarea
        id={id}
        aria-label={label}
        aria-describedby={describedBy}
        aria-invalid={broken || invalid || undefined}
        data-invalid={broken || invalid ? '' : undefined}
        data-changed={changed && !broken && !invalid ? '' : undefined}
        className="input grows json-text"
        spellCheck={false}
        rows={3}
        value={text}
        onChange={event => write(event.target.value)}
      />
      {broken && (
        <span className="note" data-tone="danger" role="alert">
          {t('form.not_json')}
        </span>
      )}
    </div>
  )
}
