import { type ReactNode, useRef, useState } from 'react'
import { client } from '../api/client.ts'
import { shownError } from '../api/error.ts'
import { useText } from '../i18n/text.tsx'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { toast } from './toast.tsx'
import { VisibleText } from './visible-text.tsx'

/** A link is a button: the whole address is shown, and asked about, before anything opens. Main says what may be opened. */
export function OutsideLink({ address, children }: { address: string; children: ReactNode }) {
  const t = useText()
  const [asked, setAsked] = useState(false)

  async function open() {
    try {
      await client.system.openExternal({ url: address })
      // The app has asked and opened it by now; in a browser there is nobody to do that but the page.
      if (!window.spora) setAsked(true)
    } catch (error) {
      toast(shownError(error).message)
    }
  }

  return (
    <>
      <button type="button" className="link" title={t('common.link_asks', { address })} onClick={() => void open()}>
        {children}
      </button>
      {asked && <AskToOpen address={address} onClose={() => setAsked(false)} />}
    </>
  )
}

function AskToOpen({ address, onClose }: { address: string; onClose: () => void }) {
  const t = useText()
  const cancel = useRef<HTMLButtonElement>(null)
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('common.open_link', { host: new URL(address).host || address })}
      size="small"
      initialFocus={cancel}
      footer={
        <>
          <span className="grow" />
          <Button ref={cancel} onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <a
            className="button"
            data-kind="primary"
            href={address}
            target="_blank"
            rel="noopener noreferrer"
            onClick={onClose}
          >
            {t('common.open')}
          </a>
        </>
      }
    >
      <p className="plain">
        <VisibleText text={address} />
      </p>
    </Dialog>
  )
}
