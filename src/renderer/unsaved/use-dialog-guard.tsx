import { type ReactNode, useState } from 'react'
import { useText } from '../i18n/text.tsx'
import { UnsavedGuard } from './unsaved-guard.tsx'

interface DialogGuard {
  /** For the dialog: Escape, the cross and a click beside it do not throw typed work away. Its Cancel does. */
  readonly canClose: () => boolean
  /** Why it did not close, in words. */
  readonly why: string | null
  /** Put it into the dialog: leaving by another way asks. */
  readonly guard: ReactNode
}

/** For a dialog in which something can be typed. `what` names it when leaving would lose it. */
export function useDialogGuard(dirty: boolean, { busy = false, what }: { busy?: boolean; what: string }): DialogGuard {
  const t = useText()
  const [held, setHeld] = useState(false)
  return {
    canClose() {
      if (dirty) setHeld(true)
      return !dirty && !busy
    },
    why: held && dirty ? t('common.unsaved') : null,
    guard: dirty && <UnsavedGuard changes={[what]} />,
  }
}
