import type { ReactNode } from 'react'

export type Tone = 'ok' | 'on' | 'wait' | 'warn' | 'danger' | 'info' | 'off' | 'line' | 'bare'

/** A state (tint) or a fact (`line`): always icon and word, never colour alone. */
export function Chip({ tone = 'off', icon, children }: { tone?: Tone; icon?: ReactNode; children: ReactNode }) {
  return (
    <span className="chip" data-tone={tone === 'off' ? undefined : tone}>
      {icon}
      {children}
    </span>
  )
}
