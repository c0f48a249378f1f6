import type { ReactNode } from 'react'

interface Props {
  readonly title: string
  readonly children?: ReactNode
  readonly action?: ReactNode
}

/** What stands where a list would: one sentence and the next step. */
export function EmptyState({ title, children, action }: Props) {
  return (
    <div className="empty-state">
      <h2>{title}</h2>
      {children && <div className="muted">{children}</div>}
      {action && <div className="row wrap">{action}</div>}
    </div>
  )
}
