import { Eye, type LucideIcon, Pencil, TriangleAlert } from 'lucide-react'
import type { OperationView } from '../../shared/contract/tools.ts'
import { Chip } from '../components/chip.tsx'
import { useText } from '../i18n/text.tsx'

const effectIcon: Readonly<Record<OperationView['effect'], LucideIcon>> = {
  none: Eye,
  write: Pencil,
  destructive: TriangleAlert,
}

/** What running it does to the world: a fact, except for what cannot be undone. */
export function EffectChip({ effect }: { effect: OperationView['effect'] }) {
  const t = useText()
  const Icon = effectIcon[effect]
  return (
    <Chip tone={effect === 'destructive' ? 'warn' : 'line'} icon={<Icon className="icon" aria-hidden />}>
      {t(`tools.effect.${effect}`)}
    </Chip>
  )
}
