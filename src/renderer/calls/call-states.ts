import {
  Ban,
  Check,
  CircleHelp,
  CircleX,
  Hand,
  LoaderCircle,
  type LucideIcon,
  PenLine,
  Square,
  TriangleAlert,
} from 'lucide-react'
import type { CallState } from '../../shared/contract/calls.ts'
import type { TextKey } from '../i18n/text.tsx'

interface Shown {
  readonly text: TextKey
  readonly icon: LucideIcon
  readonly tone?: 'ok' | 'wait' | 'warn' | 'danger'
  /** Turns while it lasts. */
  readonly busy?: boolean
}

/** How each state of a call looks and reads, everywhere. */
export const callStates = {
  proposed: { text: 'call.state.proposed', icon: PenLine },
  awaiting: { text: 'call.state.awaiting', icon: Hand, tone: 'wait' },
  ready: { text: 'call.state.ready', icon: LoaderCircle, busy: true },
  started: { text: 'call.state.started', icon: LoaderCircle, busy: true },
  succeeded: { text: 'call.state.succeeded', icon: Check, tone: 'ok' },
  failed: { text: 'call.state.failed', icon: CircleX, tone: 'danger' },
  rejected: { text: 'call.state.rejected', icon: Ban },
  invalid: { text: 'call.state.invalid', icon: TriangleAlert, tone: 'warn' },
  cancelled: { text: 'call.state.cancelled', icon: Square },
  outcome_unknown: { text: 'call.state.outcome_unknown', icon: CircleHelp, tone: 'warn' },
} as const satisfies Record<CallState, Shown>
