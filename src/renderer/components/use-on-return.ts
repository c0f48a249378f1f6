import { useEffect, useEffectEvent } from 'react'

/** Runs when somebody comes back to the window from another one, where they may have changed files. */
export function useOnReturn(action: () => void): void {
  const act = useEffectEvent(action)
  useEffect(() => {
    window.addEventListener('focus', act)
    return () => window.removeEventListener('focus', act)
  }, [])
}
