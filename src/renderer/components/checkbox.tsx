import { Check } from 'lucide-react'

interface Props {
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
  readonly label: string
  readonly disabled?: boolean
}

/** A box with a tick; its name is for screen readers, what it ticks stands beside it. */
export function Checkbox({ checked, onChange, label, disabled }: Props) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: drawn from tokens, behaves as the native one
    <button
      type="button"
      className="checkbox"
      role="checkbox"
      aria-checked={checked}
      aria-label={label}
      disabled={disabled}
      onClick={() => onChange(!checked)}
    >
      <Check className="icon" aria-hidden />
    </button>
  )
}
