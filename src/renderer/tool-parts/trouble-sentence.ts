import type { ToolView } from '../../shared/contract/tools.ts'
import type { Text } from '../i18n/text.tsx'
import type { TroubleState } from './tool-facts.ts'

/** What is wrong with a tool and what to do, in one sentence. */
export function troubleSentence(t: Text, tool: ToolView, state: TroubleState): string {
  if (state === 'needs_configuration' && tool.missing_required.length > 0)
    return t('tools.missing', { labels: tool.missing_required.map(setting => setting.label).join(', ') })
  return tool.state_reason ?? t(`tools.trouble.${state}`)
}
