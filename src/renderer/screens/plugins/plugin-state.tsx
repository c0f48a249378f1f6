import {
  CircleCheck,
  CircleX,
  FolderX,
  LoaderCircle,
  type LucideIcon,
  PowerOff,
  RefreshCw,
  TriangleAlert,
} from 'lucide-react'
import type { PluginView } from '../../../shared/contract/plugins.ts'
import { Chip, type Tone } from '../../components/chip.tsx'
import { type Text, type TextKey, useText } from '../../i18n/text.tsx'

interface Look {
  readonly tone: Tone
  readonly icon: LucideIcon
  readonly word: TextKey
}

const looks: Readonly<Record<PluginView['state'] | 'partly', Look>> = {
  loading: { tone: 'off', icon: LoaderCircle, word: 'plugins.state.loading' },
  loaded: { tone: 'on', icon: CircleCheck, word: 'plugins.state.loaded' },
  partly: { tone: 'danger', icon: CircleX, word: 'plugins.state.partly' },
  failed: { tone: 'danger', icon: CircleX, word: 'plugins.state.failed' },
  disabled: { tone: 'off', icon: PowerOff, word: 'plugins.state.disabled' },
  missing: { tone: 'danger', icon: FolderX, word: 'plugins.state.missing' },
  conflict: { tone: 'danger', icon: TriangleAlert, word: 'plugins.state.conflict' },
  changed: { tone: 'wait', icon: RefreshCw, word: 'plugins.state.changed' },
}

/** A plugin that loaded without some of its tools is a state of its own. */
export function pluginLook(plugin: PluginView): Look & { readonly failedTools: number } {
  const failedTools = plugin.tools.filter(tool => !tool.ok).length
  return { ...looks[plugin.state === 'loaded' && failedTools > 0 ? 'partly' : plugin.state], failedTools }
}

export function PluginStateChip({ plugin }: { plugin: PluginView }) {
  const t = useText()
  const { tone, icon: Icon, word, failedTools } = pluginLook(plugin)
  return (
    <Chip tone={tone} icon={<Icon className="icon" aria-hidden />}>
      {t(word, { count: failedTools })}
    </Chip>
  )
}

/** The second line of a row: trouble first, else how many tools and where it comes from. */
export function pluginLine(t: Text, plugin: PluginView): string {
  const { tone, word, failedTools } = pluginLook(plugin)
  if (tone !== 'on') return t(word, { count: failedTools })
  return t('plugins.line', { tools: plugin.tools.length, mode: t(`plugins.line.${plugin.mode}`) })
}
