import { Select as Base } from '@base-ui/react/select'
import { Check, ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { VisibleText } from './visible-text.tsx'

export interface SelectOption<T extends string | number> {
  readonly value: T
  readonly label: string
  readonly description?: ReactNode
  readonly disabled?: boolean
}

interface Props<T extends string | number> {
  readonly value: T | null
  readonly options: readonly SelectOption<T>[]
  readonly onChange: (value: T) => void
  /** The name of the control; or `id` with a <label for>. */
  readonly label?: string
  readonly id?: string
  readonly placeholder?: string
  readonly disabled?: boolean
  readonly invalid?: boolean
  readonly describedBy?: string
  readonly data?: { readonly [key: `data-${string}`]: string | undefined }
}

export function Select<T extends string | number>(props: Props<T>) {
  const { value, options, onChange, label, id, placeholder, disabled, invalid, describedBy, data } = props
  return (
    <Base.Root
      items={options.map(option => ({ value: option.value, label: option.label }))}
      value={value}
      disabled={disabled}
      onValueChange={next => next !== null && onChange(next as T)}
    >
      <Base.Trigger
        id={id}
        className="input"
        data-kind="select"
        data-invalid={invalid ? '' : undefined}
        aria-label={label}
        aria-invalid={invalid || undefined}
        aria-describedby={describedBy}
        {...data}
      >
        <span className="clip">
          <Base.Value>
            {(current: T | null) => {
              const shown = labelOf(options, current)
              return shown === undefined ? <span className="faint">{placeholder}</span> : <VisibleText text={shown} />
            }}
          </Base.Value>
        </span>
        <ChevronDown className="icon icon-small" aria-hidden />
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner className="menu-positioner" sideOffset={4} alignItemWithTrigger={false}>
          <Base.Popup className="menu">
            <Base.List>
              {options.map(option => (
                <Base.Item key={option.value} value={option.value} disabled={option.disabled} className="menu-item">
                  <Base.ItemIndicator className="menu-check" render={<span />}>
                    <Check className="icon icon-small" aria-hidden />
                  </Base.ItemIndicator>
                  <Base.ItemText className="menu-text">
                    <VisibleText text={option.label} />
                  </Base.ItemText>
                  {option.description && <small>{option.description}</small>}
                </Base.Item>
              ))}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

const labelOf = <T extends string | number>(options: readonly SelectOption<T>[], value: T | null) =>
  options.find(option => option.value === value)?.label
