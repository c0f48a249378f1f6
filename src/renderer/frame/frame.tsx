import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect } from 'react'
import { Redirect, useLocation } from 'wouter'
import { api } from '../api/client.ts'
import { isRefused } from '../api/error.ts'
import { ApprovalAnnouncer } from '../approvals/approval-announcer.tsx'
import { openApprovals, useApprovalsDialog } from '../approvals/approvals-dialog-state.ts'
import { fetchApprovalPanel } from '../approvals/lazy-approval-panel.ts'
import { EmptyState } from '../components/empty-state.tsx'
import { ErrorPane } from '../components/error-pane.tsx'
import { useText } from '../i18n/text.tsx'
import { Routes } from '../routes.tsx'
import { useShortcut } from '../shortcuts/use-shortcut.ts'
import { DropOverlay } from './drop-overlay.tsx'
import { lastLook } from './last-look.ts'
import { Notices } from './notices.tsx'
import { Rail } from './rail.tsx'
import { ScreenBoundary } from './screen-boundary.tsx'
import { StatusBar } from './status-bar.tsx'
import { useMenu } from './use-menu.ts'
import { useRegions } from './use-regions.ts'
import { useTheme } from './use-theme.ts'

const ApprovalDialog = lazy(async () => ({
  default: (await import('../approvals/approval-dialog.tsx')).ApprovalDialog,
}))

/** The window: rail, the screen of the address, status bar. The first run begins with the welcome screen alone. */
export function Frame() {
  useTheme()
  useRegions()
  useMenu()
  const [location, navigate] = useLocation()
  const preferences = useQuery(api.system.preferences.queryOptions())
  const dialog = useApprovalsDialog()
  useShortcut('mod+shift+a', () => openApprovals())
  useShortcut('mod+n', () => navigate('/chats/new'))
  useShortcut('mod+,', () => navigate('/settings'))
  useShortcut('mod+shift+n', () => navigate('/agents/new'))
  useShortcut('mod+shift+o', () => navigate('/plugins/add'))

  if (preferences.isError) return <NoStart error={preferences.error} onRetry={() => void preferences.refetch()} />
  const known = preferences.data ?? lastLook
  if (!known) return null
  if (location === '/welcome') return <Screen />
  if (!known.welcomed) return <Redirect to="/welcome" replace />
  return (
    <div className="app">
      <Rail />
      <div className="middle">
        <Notices />
        <DropOverlay />
        <Screen />
      </div>
      <StatusBar />
      <ApprovalAnnouncer />
      {dialog.open && (
        <Suspense>
          <ApprovalDialog />
        </Suspense>
      )}
    </div>
  )
}

function Screen() {
  const [location] = useLocation()
  useEffect(fetchApprovalPanel, []) // behind the first screen: what it needs comes first
  const section = location.split('/')[1] ?? ''
  return (
    <ScreenBoundary key={section}>
      <Suspense>
        <Routes />
      </Suspense>
    </ScreenBoundary>
  )
}

/** Nothing can be shown without the runtime: say why, and how to come back. */
function NoStart({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useText()
  const noKey = isRefused(error)
  return (
    <main className="pane-main">
      {noKey ? (
        <EmptyState page title={t('error.forbidden.title')}>
          {t('error.forbidden.text')}
        </EmptyState>
      ) : (
        <ErrorPane error={error} onRetry={onRetry} />
      )}
    </main>
  )
}
