import {
  CircleAlert,
  CircleCheck,
  CircleMinus,
  CircleX,
  FastForward,
  Hand,
  type LucideIcon,
  PowerOff,
  Unplug,
} from 'lucide-react'
import type { ToolView } from '../../shared/contract/tools.ts'
import { Chip, type Tone } from '../components/chip.tsx'
import { type TextKey, useText } from '../i18n/text.tsx'

interface StateLook {
  readonly tone: Tone
  readonly icon: LucideIcon
  readonly word: TextKey
}

export const toolStateLook: Readonly<Record<ToolView['state'], StateLook>> = {
  load_error: { tone: 'danger', icon: CircleX, word: 'tools.state.load_error' },
  needs_configuration: { tone: 'wait', icon: CircleAlert, word: 'tools.state.needs_configuration' },
  left_out: { tone: 'warn', icon: Unplug, word: 'tools.state.left_out' },
  plugin_off: { tone: 'off', icon: PowerOff, word: 'tools.state.plugin_off' },
  off: { tone: 'off', icon: CircleMinus, word: 'tools.state.off' },
  on: { tone: 'on', icon: CircleCheck, word: 'tools.state.on' },
}

/** Exactly one state, as icon and word (6-ui 2.4). */
export function ToolStateChip({ tool }: { tool: Pick<ToolView, 'state' | 'missing_required'> }) {
  const t = useText()
  const { tone, icon: Icon, word } = toolStateLook[tool.state]
  return (
    <Chip tone={tone} icon={<Icon className="icon" aria-hidden />}>
      {t(word, { count: tool.missing_required.length })}
    </Chip>
  )
}

const approvalLook: Readonly<Record<ToolView['approval'], { icon: LucideIcon; word: TextKey }>> = {
  all_ask: { icon: Hand, word: 'tools.approval.all_ask' },
  some_ask: { icon: Hand, word: 'tools.approval.some_ask' },
  runs_freely: { icon: FastForward, word: 'tools.approval.runs_freely' },
}

export function ApprovalChip({ approval }: { approval: ToolView['approval'] }) {
  const t = useText()
  const { icon: Icon, word } = approvalLook[approval]
  return (
    <Chip tone="line" icon={<Icon className="icon" aria-hidden />}>
      {t(word)}
    </Chip>
  )
}
