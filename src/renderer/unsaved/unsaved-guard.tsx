import { useEffect, useRef, useState } from 'react'
import { Button } from '../components/button.tsx'
import { Dialog } from '../components/dialog.tsx'
import { useText } from '../i18n/text.tsx'
import { holdLeaving } from './leave-guard.ts'

interface Props {
  /** What would be lost, one line each. */
  readonly changes: readonly string[]
}

/**
 * While it is shown, leaving the form asks first: links, the back button, closing the window or the tab. Whoever was asked when
 * nothing is unsaved any more, because the save they began is done, gets where they wanted to go.
 */
export function UnsavedGuard({ changes }: Props) {
  const t = useText()
  const stay = useRef<HTMLButtonElement>(null)
  const leave = useRef<(() => void) | null>(null)
  const [asked, setAsked] = useState(false)

  function answer() {
    leave.current = null
    setAsked(false)
  }

  useEffect(() => {
    const ask = (onward: () => void) => {
      leave.current = onward
      setAsked(true)
    }
    const release = holdLeaving({ ask })
    return () => {
      release()
      leave.current?.()
    }
  }, [])

  return (
    <Dialog
      open={asked}
      onClose={answer}
      title={t('settings.unsaved.title')}
      description={t('settings.unsaved.text', { count: changes.length })}
      size="small"
      initialFocus={stay}
      footer={
        <>
          <span className="grow" />
          <Button ref={stay} onClick={answer}>
            {t('settings.unsaved.stay')}
          </Button>
          <Button
            kind="danger"
            onClick={() => {
              const onward = leave.current
              answer()
              onward?.()
            }}
          >
            {t('settings.unsaved.leave')}
          </Button>
        </>
      }
    >
      <ul className="stack">
        {changes.map(change => (
          <li key={change} className="note">
            {change}
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
