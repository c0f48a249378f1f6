import { lazy } from 'react'

const load = () => import('./approval-panel.tsx')

/** The panel is not part of the first load; it is fetched as soon as the window has nothing else to do. */
export const ApprovalPanel = lazy(async () => ({ default: (await load()).ApprovalPanel }))

requestIdleCallback(() => void load())
