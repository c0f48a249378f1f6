import { useEffect, useRef, useState } from 'react'
import { sameJson } from '../../calls/argument-changes.ts'
import { visibleJson } from '../../components/visible-json.ts'
import { useText } from '../../i18n/text.tsx'
import { typedJson } from '../typed-json.ts'

interface Props {
  readonly value: unknown
  readonly onChange: (value: unknown) => void
  /** Tells whoever sends the values that the text is not what they are, so that nothing can be approved meanwhile. */
  readonly onBroken?: (broken: boolean) => void
  /** The value is an object, whatever else JSON may be. */
  readonly object?: boolean
  readonly id: string
  readonly label?: string
  readonly describedBy?: string
  readonly changed?: boolean
  readonly invalid?: boolean
}

/** Any value as JSON text. Text that is no JSON changes nothing until it is. */
export function JsonInput(props: Props) {
  const { value, onChange, onBroken, object = false, id, label, describedBy, changed, invalid } = props
  const t = useText()
  const [text, setText] = useState(() => visibleJson(value) ?? '')
  const typed = typedJson(text, object)
  const fault = 'fault' in typed ? typed.fault : null
  const broken = fault !== null
  useEffect(() => {
    setText(old => {
      const known = typedJson(old)
      return 'value' in known && sameJson(known.value, value) ? old : (visibleJson(value) ?? '')
    })
  }, [value])

  // Text that goes with its field keeps nothing from being approved any more.
  const report = useRef(onBroken)
  report.current = onBroken
  useEffect(() => {
    if (!broken) return
    report.current?.(true)
    return () => report.current?.(false)
  }, [broken])

  function write(next: string) {
    setText(next)
    const now = typedJson(next, object)
    if ('value' in now) onChange(now.value)
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
      {fault && (
        <span className="note" data-tone="danger" role="alert">
          {t(`form.${fault}`)}
        </span>
      )}
    </div>
  )
}
