import type { Effect, OperationMetadata, ToolMetadata } from '@spora/sdk'
import { operationsOf } from '../tools/operations.ts'

/** What an agent's operator chose for an operation; null follows what the tool declares. */
export interface OperationOverride {
  readonly enabled: boolean | null
  readonly requiresApproval: boolean | null
}

export interface StoredOverride extends OperationOverride {
  /** What the operation did when it was allowed to run without asking; null when that is not known. */
  readonly chosenFor?: Effect | null
}

/** An operation as one agent has it. */
export interface EffectiveOperation {
  readonly name: string
  readonly operation: OperationMetadata
  readonly enabled: boolean
  readonly requiresApproval: boolean
  readonly override: OperationOverride
  /** It was allowed to run without asking when it did less; that does not count any more. */
  readonly outgrown: boolean
}

const NOTHING_CHOSEN: StoredOverride = { enabled: null, requiresApproval: null }

const EFFECTS: readonly Effect[] = ['none', 'write', 'destructive']

/**
 * F1, P7: the operator's choice, else a destructive operation asks, else what the tool declares. Who let an operation run
 * without asking looked at what it did then: when a new version of the tool does more, that was not chosen.
 */
export function effectiveOperations(
  metadata: ToolMetadata,
  overrides: ReadonlyMap<string, StoredOverride> = new Map(),
): EffectiveOperation[] {
  return operationsOf(metadata).map(operation => {
    const { chosenFor = null, ...stored } = overrides.get(operation.name) ?? NOTHING_CHOSEN
    const outgrown = stored.requiresApproval === false && chosenFor !== null && isMore(operation.effect, chosenFor)
    const override = outgrown ? { ...stored, requiresApproval: null } : stored
    const asksByDefault = operation.effect === 'destructive' || operation.requiresApprovalByDefault
    return {
      name: operation.name,
      operation,
      enabled: override.enabled ?? operation.enabledByDefault,
      requiresApproval: override.requiresApproval ?? asksByDefault,
      override,
      outgrown,
    }
  })
}

function isMore(effect: Effect, than: Effect): boolean {
  return EFFECTS.indexOf(effect) > EFFECTS.indexOf(than)
}
