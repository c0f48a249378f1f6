import type { OperationMetadata, ToolMetadata } from '@spora/sdk'
import { operationsOf } from '../tools/operations.ts'

/** What an agent's operator chose for an operation; null follows what the tool declares. */
export interface OperationOverride {
  readonly enabled: boolean | null
  readonly requiresApproval: boolean | null
}

/** An operation as one agent has it. */
export interface EffectiveOperation {
  readonly name: string
  readonly operation: OperationMetadata
  readonly enabled: boolean
  readonly requiresApproval: boolean
  readonly override: OperationOverride
}

const NOTHING_CHOSEN: OperationOverride = { enabled: null, requiresApproval: null }

/** F1, P7: the operator's choice, else a destructive operation asks, else what the tool declares. */
export function effectiveOperations(
  metadata: ToolMetadata,
  overrides: ReadonlyMap<string, OperationOverride> = new Map(),
): EffectiveOperation[] {
  return operationsOf(metadata).map(operation => {
    const override = overrides.get(operation.name) ?? NOTHING_CHOSEN
    const asksByDefault = operation.effect === 'destructive' || operation.requiresApprovalByDefault
    return {
      name: operation.name,
      operation,
      enabled: override.enabled ?? operation.enabledByDefault,
      requiresApproval: override.requiresApproval ?? asksByDefault,
      override,
    }
  })
}
