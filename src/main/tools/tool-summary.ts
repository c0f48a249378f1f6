import type { ToolMetadata } from '@spora/sdk'

/** A tool in a listing. */
export interface ToolSummary {
  readonly tool_class: string
  readonly tool_name: string
  readonly display_name: string
  readonly description: string
  readonly category: string
  readonly icon: string | null
  readonly operations: readonly OperationSummary[]
}

export interface OperationSummary {
  readonly name: string
  readonly description: string
  readonly enabledByDefault: boolean
  readonly requiresApprovalByDefault: boolean
  readonly discriminatorKey: string
}

/** `metadata` is null for a class that is gone: its last name stands for it. The icon is already resolved. */
export function toolSummary(toolClass: string, metadata: ToolMetadata | null, icon: string | null): ToolSummary {
  const lastName = toolClass.split(/[\\/]/).at(-1) ?? toolClass
  const name = metadata?.tool.name ?? lastName
  return {
    tool_class: toolClass,
    tool_name: name,
    display_name: metadata?.tool.displayName || name,
    description: metadata?.tool.description ?? '',
    category: metadata?.tool.category ?? 'general',
    icon,
    operations: (metadata?.operations ?? []).map(operation => ({
      name: operation.name,
      description: operation.description,
      enabledByDefault: operation.enabledByDefault,
      requiresApprovalByDefault: operation.requiresApprovalByDefault,
      discriminatorKey: operation.discriminatorKey,
    })),
  }
}
