import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect } from 'react'
import { api } from '../api/client.ts'
import { lastLook } from './last-look.ts'

/** Puts the chosen theme on the page; `system` leaves the choice to the system. */
export function useTheme(): void {
  const { theme } = useQuery(api.system.preferences.queryOptions()).data ?? lastLook ?? {}
  useLayoutEffect(() => {
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
    else if (theme === 'system') delete document.documentElement.dataset.theme
  }, [theme])
}
