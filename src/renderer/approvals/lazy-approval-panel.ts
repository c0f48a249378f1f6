import { lazy } from 'react'

const load = () => import('./approval-panel.tsx')

/** The panel is not part of the first load. */
export const ApprovalPanel = lazy(async () => ({ default: (await load()).ApprovalPanel }))

/** Fetches it as soon as the window has nothing else to do. */
export function fetchApprovalPanel(): () => void {
  const waiting = requestIdleCallback(() => void load())
  return () => cancelIdleCallback(waiting)
}
