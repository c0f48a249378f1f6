import type { ComponentProps, ReactNode } from 'react'
import { Kbd } from './kbd.tsx'

interface Props extends Omit<ComponentProps<'button'>, 'children'> {
  readonly kind?: 'default' | 'primary' | 'danger' | 'danger-solid' | 'quiet'
  readonly size?: 'small' | 'normal' | 'large'
  readonly icon?: ReactNode
  /** Shown as a hint; the shortcut itself is registered with useShortcut. */
  readonly shortcut?: string
  /** Without children it is an icon button and needs `aria-label`. */
  readonly children?: ReactNode
}

/** A button. `aria-disabled` (instead of `disabled`) keeps it focusable so that its reason can be read. */
export function Button({ kind = 'default', size = 'normal', icon, shortcut, children, onClick, ...rest }: Props) {
  const off = rest['aria-disabled'] === true || rest['aria-disabled'] === 'true'
  return (
    <button
      type="button"
      {...rest}
      className={rest.className ? `button ${rest.className}` : 'button'}
      data-kind={kind === 'default' ? undefined : kind}
      data-size={size === 'normal' ? undefined : size}
      data-icon-only={children ? undefined : ''}
      onClick={off ? undefined : onClick}
    >
      {icon}
      {children}
      {shortcut && <Kbd keys={shortcut} />}
    </button>
  )
}
