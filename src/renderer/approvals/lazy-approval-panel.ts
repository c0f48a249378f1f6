import { lazy } from 'react'

const load = () => import('./approval-panel.tsx')

/** The panel is not part of the first load. */
export const ApprovalPanel = lazy(async () => ({ default: (await load()).ApprovalPanel }))

/** Safari does not say when it is idle: when the first screen is likely to be there. */
const LATER_MS = 1_000

/** Fetches it as soon as the window has nothing else to do. */
export function fetchApprovalPanel(): () => void {
  if (!('requestIdleCallback' in globalThis)) {
    const waiting = setTimeout(() => void load(), LATER_MS)
    return () => clearTimeout(waiting)
  }
  const waiting = requestIdleCallback(() => void load())
  return () => cancelIdleCallback(waiting)
}
