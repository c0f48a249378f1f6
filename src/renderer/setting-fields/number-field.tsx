import { ChevronDown, ChevronUp } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { useText } from '../i18n/text.tsx'
import { parseNumber, stepNumber } from './number-text.ts'
import { asText, controlAttributes, type SettingFieldProps } from './setting-field-props.ts'

const STEPS: Readonly<Record<string, number>> = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 }

/** Emits real numbers. While it is being typed the text stays as it is ("1." is on the way to "1.5"). */
export function NumberSettingField(props: SettingFieldProps) {
  const { schema, value, onChange, inherited } = props
  const t = useText()
  const [typed, setTyped] = useState<string | null>(null)
  const shown = typed !== null && parseNumber(typed) === value ? typed : asText(value)

  function step(by: number) {
    setTyped(null)
    onChange(stepNumber(value, by, schema.minimum, schema.maximum))
  }
  function onKeyDown(event: KeyboardEvent) {
    const by = STEPS[event.key]
    if (!by || inherited) return
    event.preventDefault()
    step(by)
  }

  const { id, readOnly, ...frame } = controlAttributes(props)
  return (
    <span
      className="input"
      data-kind="number"
      data-inherited={frame['data-inherited']}
      data-invalid={frame['data-invalid']}
    >
      <input
        id={id}
        readOnly={readOnly}
        inputMode="decimal"
        autoComplete="off"
        value={shown}
        aria-invalid={frame['aria-invalid']}
        aria-describedby={frame['aria-describedby']}
        onKeyDown={onKeyDown}
        onBlur={() => setTyped(null)}
        onChange={event => {
          setTyped(event.target.value)
          onChange(parseNumber(event.target.value))
        }}
      />
      {!inherited && (
        <span className="stepper">
          <button type="button" tabIndex={-1} aria-label={t('settings.more')} onClick={() => step(1)}>
            <ChevronUp className="icon" aria-hidden />
          </button>
          <button type="button" tabIndex={-1} aria-label={t('settings.less')} onClick={() => step(-1)}>
            <ChevronDown className="icon" aria-hidden />
          </button>
        </span>
      )}
    </span>
  )
}
