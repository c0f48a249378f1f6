import type { ComponentProps } from 'react'

interface Props extends Omit<ComponentProps<'button'>, 'onChange'> {
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
  /** The name; or `id` with a <label for>. */
  readonly label?: string
  readonly inherited?: boolean
}

export function Switch({ checked, onChange, label, inherited, ...rest }: Props) {
  return (
    <button
      type="button"
      {...rest}
      className="switch"
      role="switch"
      aria-checked={checked}
      aria-label={label}
      data-inherited={inherited ? '' : undefined}
      onClick={() => onChange(!checked)}
    />
  )
}
