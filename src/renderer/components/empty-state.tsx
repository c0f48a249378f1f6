import type { ReactNode } from 'react'

interface Props {
  readonly title: string
  readonly children?: ReactNode
  readonly action?: ReactNode
  /** It is all the page says, so its title is the page's. */
  readonly page?: boolean
}

/** What stands where a list would: one sentence and the next step. */
export function EmptyState({ title, children, action, page }: Props) {
  const Title = page ? 'h1' : 'h2'
  return (
    <div className="empty-state">
      <Title>{title}</Title>
      {children && <div className="muted">{children}</div>}
      {action && <div className="row wrap">{action}</div>}
    </div>
  )
}
