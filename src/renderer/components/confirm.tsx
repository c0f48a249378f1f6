import { type ReactNode, useRef } from 'react'
import { useText } from '../i18n/text.tsx'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

interface Props {
  readonly open: boolean
  readonly title: string
  /** What will be gone, in words. */
  readonly children: ReactNode
  /** What the button does: "Delete chat". */
  readonly action: string
  readonly onConfirm: () => void
  readonly onClose: () => void
}

/** Only for what cannot be undone. The focus starts on Cancel. */
export function Confirm({ open, title, children, action, onConfirm, onClose }: Props) {
  const t = useText()
  const cancel = useRef<HTMLButtonElement>(null)
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      size="small"
      initialFocus={cancel}
      footer={
        <>
          <span className="grow" />
          <Button ref={cancel} onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button
            kind="danger-solid"
            onClick={() => {
              onClose()
              onConfirm()
            }}
          >
            {action}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}
