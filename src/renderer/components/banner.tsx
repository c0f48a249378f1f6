import { CircleCheck, CircleX, Hand, Info, type LucideIcon, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

type BannerTone = 'wait' | 'warn' | 'danger' | 'ok' | 'info'

const ICON: Readonly<Record<BannerTone, LucideIcon>> = {
  wait: Hand,
  warn: TriangleAlert,
  danger: CircleX,
  ok: CircleCheck,
  info: Info,
}

interface Props {
  readonly tone: BannerTone
  readonly children: ReactNode
  /** One button. */
  readonly action?: ReactNode
}

/** One sentence, one action. */
export function Banner({ tone, children, action }: Props) {
  const Icon = ICON[tone]
  return (
    <div className="banner" data-tone={tone} role={tone === 'danger' ? 'alert' : 'status'}>
      <Icon className="icon" aria-hidden />
      <div className="grow">{children}</div>
      {action}
    </div>
  )
}
