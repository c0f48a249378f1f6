import type { OperationInfo, OperationMetadata, ToolMetadata } from './metadata.ts'

export const DEFAULT_DISCRIMINATOR = 'action'

/** The operation with every default filled in; one that only reads may always be repeated. */
export function completeOperation(info: OperationInfo): OperationMetadata {
  const effect = info.effect ?? 'write'
  return {
    name: info.name,
    description: info.description ?? '',
    enabledByDefault: info.enabledByDefault ?? true,
    requiresApprovalByDefault: info.requiresApprovalByDefault ?? true,
    discriminatorKey: info.discriminatorKey ?? DEFAULT_DISCRIMINATOR,
    effect,
    idempotent: effect === 'none' || (info.idempotent ?? false),
    ...(info.timeoutMs === undefined ? {} : { timeoutMs: info.timeoutMs }),
  }
}

/** The tool's operations; a tool that declares none has one, named after the tool, enabled, asking. */
export function operationsOf(metadata: Pick<ToolMetadata, 'operations' | 'tool'>): readonly OperationMetadata[] {
  if (metadata.operations.length > 0) return metadata.operations
  return [completeOperation({ name: metadata.tool.name, description: metadata.tool.description })]
}

/** The argument that names the operation; null when there is no choice to make. */
export function discriminatorKey(metadata: Pick<ToolMetadata, 'operations'>): string | null {
  return metadata.operations.length > 1 ? (metadata.operations[0]?.discriminatorKey ?? DEFAULT_DISCRIMINATOR) : null
}
