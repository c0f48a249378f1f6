import { Menu as Base } from '@base-ui/react/menu'
import type { ReactElement, ReactNode } from 'react'
import { VisibleText } from './visible-text.tsx'

export interface MenuAction {
  readonly label: string
  readonly icon?: ReactNode
  readonly danger?: boolean
  readonly disabled?: boolean
  readonly onSelect: () => void
}

interface Props {
  /** A Button; it opens the menu and must have a name. */
  readonly trigger: ReactElement
  /** `null` draws a line. */
  readonly actions: readonly (MenuAction | null)[]
}

export function Menu({ trigger, actions }: Props) {
  return (
    <Base.Root>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner className="menu-positioner" sideOffset={4} align="end">
          <Base.Popup className="menu">
            {actions.map((action, index) =>
              action === null ? (
                // biome-ignore lint/suspicious/noArrayIndexKey: a line has no identity but its place
                <Base.Separator key={index} className="menu-line" />
              ) : (
                <Base.Item
                  // biome-ignore lint/suspicious/noArrayIndexKey: two may read the same; their place tells them apart
                  key={index}
                  className="menu-item"
                  data-kind={action.danger ? 'danger' : undefined}
                  disabled={action.disabled}
                  onClick={action.onSelect}
                >
                  {action.icon ?? <span />}
                  <span>
                    <VisibleText text={action.label} />
                  </span>
                </Base.Item>
              ),
            )}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
