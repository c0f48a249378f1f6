import { ChevronDown, ChevronUp } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { useText } from '../i18n/text.tsx'
import { parseNumber, stepNumber } from './number-text.ts'
import { asText, type SettingFieldProps } from './setting-field-props.ts'

const STEPS: Readonly<Record<string, number>> = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 }

export function NumberSettingField({ schema, ...props }: SettingFieldProps) {
  return <NumberInput {...props} minimum={schema.minimum} maximum={schema.maximum} />
}

interface Props {
  readonly id: string
  readonly value: unknown
  readonly minimum: number | null
  readonly maximum: number | null
  readonly onChange: (value: number | string) => void
  readonly inherited?: boolean
  readonly invalid?: boolean
  readonly describedBy?: string
}

/** Emits real numbers. While it is being typed the text stays as it is ("1." is on the way to "1.5"). */
export function NumberInput({ id, value, minimum, maximum, onChange, inherited, invalid, describedBy }: Props) {
  const t = useText()
  const [typed, setTyped] = useState<string | null>(null)
  const shown = typed !== null && parseNumber(typed) === value ? typed : asText(value)

  function step(by: number) {
    setTyped(null)
    onChange(stepNumber(value, by, minimum, maximum))
  }
  function onKeyDown(event: KeyboardEvent) {
    const by = STEPS[event.key]
    if (!by || inherited) return
    event.preventDefault()
    step(by)
  }

  return (
    <span
      className="input"
      data-kind="number"
      data-inherited={inherited ? '' : undefined}
      data-invalid={invalid ? '' : undefined}
    >
      <input
        id={id}
        role="spinbutton"
        aria-valuenow={typeof value === 'number' ? value : undefined}
        aria-valuemin={minimum ?? undefined}
        aria-valuemax={maximum ?? undefined}
        aria-readonly={inherited}
        readOnly={inherited}
        inputMode="decimal"
        autoComplete="off"
        value={shown}
        aria-invalid={invalid || undefined}
        aria-describedby={describedBy}
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
