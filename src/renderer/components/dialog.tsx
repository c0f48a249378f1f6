import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { type ReactNode, type RefObject, useRef } from 'react'
import { useText } from '../i18n/text.tsx'
import { Button } from './button.tsx'

interface Props {
  readonly open: boolean
  readonly onClose: () => void
  readonly title: ReactNode
  /** One sentence under the title. */
  readonly description?: ReactNode
  /** Before the title. */
  readonly icon?: ReactNode
  /** At the end of the header. */
  readonly aside?: ReactNode
  readonly children?: ReactNode
  /** Buttons, the primary one last. */
  readonly footer?: ReactNode
  readonly size?: 'small' | 'normal' | 'large'
  /** Where the focus starts; the first field of the content otherwise, else the first control. */
  readonly initialFocus?: RefObject<HTMLElement | null> | (() => HTMLElement | null)
  /** Asked before Escape, the cross or a click beside closes it; false keeps it open. */
  readonly canClose?: () => boolean
}

/** The one dialog: named, traps the focus, Escape closes, gives the focus back. */
export function Dialog({
  open,
  onClose,
  title,
  description,
  children,
  footer,
  size,
  initialFocus,
  canClose,
  icon,
  aside,
}: Props) {
  const t = useText()
  const content = useRef<HTMLDivElement>(null)
  return (
    <Base.Root
      open={open}
      onOpenChange={next => {
        if (!next && (canClose?.() ?? true)) onClose()
      }}
    >
      <Base.Portal>
        <Base.Backdrop className="scrim" />
        <Base.Viewport className="sheet-viewport">
          <Base.Popup
            className="sheet"
            data-size={size}
            initialFocus={initialFocus ?? (() => firstField(content.current) ?? true)}
          >
            <header className="sheet-head">
              {icon}
              <div className="grow stack gap-1!">
                <Base.Title className="sheet-title">{title}</Base.Title>
                {description && <Base.Description className="muted">{description}</Base.Description>}
              </div>
              {aside}
              <Base.Close
                render={
                  <Button kind="quiet" icon={<X className="icon" aria-hidden />} aria-label={t('common.close')} />
                }
              />
            </header>
            <div ref={content} className="sheet-content">
              {children}
            </div>
            {footer && <footer className="sheet-foot">{footer}</footer>}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}

const firstField = (content: HTMLElement | null) =>
  content?.querySelector<HTMLElement>('input:not(:disabled), textarea:not(:disabled), [role="combobox"]')
