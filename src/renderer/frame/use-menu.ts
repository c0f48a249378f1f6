import { useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { isModal } from '../shortcuts/use-shortcut.ts'

/** The app's menu goes where the shortcuts go, and rests like them while a dialog is open. */
export function useMenu(): void {
  const [, navigate] = useLocation()
  const latest = useRef(navigate)
  latest.current = navigate
  useEffect(() => window.spora?.onNavigate(path => isModal() || latest.current(path)), [])
}
