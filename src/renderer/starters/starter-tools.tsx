import { FastForward, Hand } from 'lucide-react'
import type { StarterView } from '../../shared/contract/agents.ts'
import { ToolIcon } from '../components/tool-icon.tsx'
import { useText } from '../i18n/text.tsx'

/** Which tools a starter brings and what of them asks first. */
export function StarterTools({ starter }: { starter: StarterView }) {
  const t = useText()
  return (
    <ul className="starter-tools">
      {starter.tools.map(({ tool, asks, summary }) => {
        const Icon = asks ? Hand : FastForward
        return (
          <li key={tool.tool_class}>
            <ToolIcon icon={tool.icon} className="icon icon-small" />
            <span className="grow">
              <strong>{tool.display_name}</strong> <span className="muted">{summary}</span>
            </span>
            <span className="outcome" data-tone={asks ? 'wait' : undefined}>
              <Icon className="icon" aria-hidden />
              {t(asks ? 'agents.starter.asks' : 'agents.starter.free')}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
