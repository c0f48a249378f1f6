import { Eye, type LucideIcon, Pencil, TriangleAlert } from 'lucide-react'
import type { CallView } from '../../shared/contract/calls.ts'
import { Chip, type Tone } from '../components/chip.tsx'
import { type TextKey, useText } from '../i18n/text.tsx'

const EFFECT = {
  none: { icon: Eye, tone: 'line', text: 'approvals.effect.none' },
  write: { icon: Pencil, tone: 'line', text: 'approvals.effect.write' },
  destructive: { icon: TriangleAlert, tone: 'danger', text: 'approvals.effect.destructive' },
} as const satisfies Record<CallView['effect'], { icon: LucideIcon; tone: Tone; text: TextKey }>

/** What an operation does to the world, as its author declares it. */
export function EffectChip({ effect }: { effect: CallView['effect'] }) {
  const t = useText()
  const { icon: Icon, tone, text } = EFFECT[effect]
  return (
    <Chip tone={tone} icon={<Icon className="icon" aria-hidden />}>
      {t(text)}
    </Chip>
  )
}
