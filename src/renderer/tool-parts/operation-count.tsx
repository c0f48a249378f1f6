import type { AgentToolView } from '../../shared/contract/agents.ts'
import type { ToolView } from '../../shared/contract/tools.ts'
import { useText } from '../i18n/text.tsx'
import { operationFacts } from './tool-facts.ts'

/** "3 of 4 operations on, 1 asks first". */
export function OperationCount({ tool, asAgentHasIt }: { tool: ToolView; asAgentHasIt?: AgentToolView }) {
  const t = useText()
  const { total, on, asking } = operationFacts(tool, asAgentHasIt)
  const count = t('tools.operations_on', { on, total })
  return (
    <span className="numeric">{asking > 0 && asking < on ? t('tools.count_asking', { count, asking }) : count}</span>
  )
}
