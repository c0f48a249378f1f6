import { useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { openApprovals } from '../approvals/approvals-dialog-state.ts'
import { isModal } from '../shortcuts/use-shortcut.ts'

/**
 * The app's menu goes where the shortcuts go, and rests like them while a dialog is open. A notification about a call opens
 * its review over whatever is shown.
 */
export function useMenu(): void {
  const [, navigate] = useLocation()
  const latest = useRef(navigate)
  latest.current = navigate
  useEffect(
    () =>
      window.spora?.onNavigate(path => {
        const call = /^\/review\/([\w-]+)$/.exec(path)?.[1]
        if (call) openApprovals(call)
        else if (!isModal()) latest.current(path)
      }),
    [],
  )
}
