import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Router } from 'wouter'
import { useHashLocation } from 'wouter/use-hash-location'
import { followEvents } from './api/events.ts'
import { queryClient } from './api/query-client.ts'
import { Toasts } from './components/toast.tsx'
import { Frame } from './frame/frame.tsx'
import { TextProvider } from './i18n/text.tsx'
import { guardNavigation } from './unsaved/leave-guard.ts'

/** Main writes a nonce per load; styles that a library adds at run time carry it. */
const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content || undefined

export function App() {
  useEffect(() => followEvents(queryClient), [])
  return (
    <CSPProvider nonce={nonce}>
      <TextProvider>
        <QueryClientProvider client={queryClient}>
          <Router hook={useHashLocation} aroundNav={guardNavigation}>
            <Frame />
            <Toasts />
          </Router>
        </QueryClientProvider>
      </TextProvider>
    </CSPProvider>
  )
}
