import type { OperationMetadata, ToolMetadata } from '@spora/sdk'
import type { OperationView, ToolView } from '../../shared/contract/tools.ts'
import { shownName } from './shown-name.ts'

/** What a listing says of a tool from its declaration alone. */
export type ToolSummary = Pick<
  ToolView,
  'tool_class' | 'name' | 'display_name' | 'description' | 'category' | 'operations'
>

/** `metadata` is null for a class that is gone: its last name stands for it. */
export function toolSummary(toolClass: string, metadata: ToolMetadata | null): ToolSummary {
  const lastName = toolClass.split(/[\\/]/).at(-1) ?? toolClass
  return {
    tool_class: toolClass,
    name: metadata?.tool.name ?? lastName,
    display_name: metadata ? shownName(metadata) : lastName,
    description: metadata?.tool.description ?? '',
    category: metadata?.tool.category ?? 'general',
    operations: (metadata?.operations ?? []).map(operationView),
  }
}

export function operationView(operation: OperationMetadata): OperationView {
  return {
    name: operation.name,
    description: operation.description,
    effect: operation.effect,
    idempotent: operation.idempotent,
    enabled_by_default: operation.enabledByDefault,
    requires_approval_by_default: operation.requiresApprovalByDefault,
  }
}
