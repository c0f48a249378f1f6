import { type KeyboardEvent, type ReactNode, useRef } from 'react'

interface Props<T extends string> {
  readonly label: string
  readonly value: T | null
  readonly options: readonly { readonly value: T; readonly label: ReactNode }[]
  readonly onChange: (value: T) => void
  readonly size?: 'small'
  readonly inherited?: boolean
  readonly disabled?: boolean
}

const STEP: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

/** A few choices side by side: a radio group, one stop for Tab, arrows move and choose. */
export function Segmented<T extends string>({ label, value, options, onChange, size, inherited, disabled }: Props<T>) {
  const group = useRef<HTMLDivElement>(null)
  const current = options.findIndex(option => option.value === value)

  function move(event: KeyboardEvent) {
    const step = STEP[event.key]
    if (!step) return
    event.preventDefault()
    event.stopPropagation()
    const next = (Math.max(current, 0) + step + options.length) % options.length
    const option = options[next]
    if (option) onChange(option.value)
    group.current?.querySelectorAll<HTMLElement>('[role="radio"]')[next]?.focus()
  }

  return (
    <div
      ref={group}
      className="segmented"
      role="radiogroup"
      aria-label={label}
      data-size={size}
      data-inherited={inherited ? '' : undefined}
    >
      {options.map((option, index) => (
        // biome-ignore lint/a11y/useSemanticElements: a radio drawn as a button, with the group's roving tab stop
        <button
          key={option.value}
          type="button"
          role="radio"
          aria-checked={option.value === value}
          disabled={disabled}
          tabIndex={index === Math.max(current, 0) ? 0 : -1}
          onKeyDown={move}
          onClick={() => onChange(option.value)}
        >
          {option.label}
        </button>
      ))}
    </div>
  )
}
