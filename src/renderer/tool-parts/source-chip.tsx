import { Package, Puzzle } from 'lucide-react'
import type { ToolView } from '../../shared/contract/tools.ts'
import { Chip } from '../components/chip.tsx'
import { useText } from '../i18n/text.tsx'

/** Where a tool comes from. */
export function SourceChip({ tool }: { tool: Pick<ToolView, 'source' | 'plugin_name' | 'plugin_slug'> }) {
  const t = useText()
  const Icon = tool.source === 'builtin' ? Package : Puzzle
  return (
    <Chip tone="line" icon={<Icon className="icon" aria-hidden />}>
      {tool.plugin_name ?? tool.plugin_slug ?? t('tools.builtin')}
    </Chip>
  )
}
