import { collectMetadata, isToolName, type ToolMetadata } from '@spora/sdk'
import { toolSummary } from '../../src/main/tools/tool-summary.ts'
import { compareJson, deviates, matched, unexplained, type VectorRunner } from './runner.ts'
import { levelOf, type ToolDescription, toolClassOf } from './tool-description.ts'

interface Input {
  readonly tool_description?: ToolDescription
  readonly toolClass: string
  readonly icon?: string | null
}
interface Output {
  readonly ok: boolean
  readonly summary?: Record<string, unknown>
}

export const run: VectorRunner = ({ input, output }) => {
  const { tool_description: description, toolClass, icon = null } = input as Input
  const { ok, summary } = output as Output
  const declared = description?.tool && levelOf(description.tool) === 'self' ? description.tool : undefined
  const metadata = description ? collectMetadata(toolClassOf(description)) : null
  const ours = summaryOf(toolClass, metadata, icon)
  // D5: such a tool is refused when its class is registered, so it is never listed.
  if (declared && !isToolName(declared.name)) return ok ? deviates('D5') : matched
  if (description?.abstract) return ok ? compareJson(ours, summary) : deviates('D5')
  if (!ok || !summary) return unexplained('the reference failed where ours does not')
  if (compareJson(ours, summary).kind === 'matched') return matched
  const changed: string[] = []
  const expected = { ...summary }
  if (declared?.displayName === '') {
    // D2: an empty name shows nothing; the tool's name does.
    expected.display_name = declared.name
    changed.push('D2')
  }
  if (description?.base === 'plain' || description?.base === 'schemaTraitOnly') {
    // D1: a class without the mixins is refused when it is registered, so it is never listed.
    expected.operations = ours.operations
    changed.push('D1')
  }
  return compareJson(ours, expected).kind === 'matched' ? deviates(changed.join('+')) : compareJson(ours, expected)
}

/** Ours in the reference's names. An icon is resolved apart (I1); a tool without operations of its own lists none. */
function summaryOf(toolClass: string, metadata: ToolMetadata | null, icon: string | null) {
  const { tool_class, name, display_name, description, category, operations } = toolSummary(toolClass, metadata)
  return {
    tool_class,
    tool_name: name,
    display_name,
    description,
    category,
    icon,
    operations: operations.map((operation, index) => ({
      name: operation.name,
      description: operation.description,
      enabledByDefault: operation.enabled_by_default,
      requiresApprovalByDefault: operation.requires_approval_by_default,
      discriminatorKey: metadata?.operations[index]?.discriminatorKey,
    })),
  }
}
