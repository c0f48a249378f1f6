import type { OperationMetadata } from '@spora/sdk'
import type { EffectiveOperation } from '../agents/tool-activation.ts'

/** What decides about a call, and why: stored with it and shown on its card (P1). */
export interface Policy {
  readonly verdict: 'ask' | 'run' | 'refuse'
  readonly decided_by:
    | 'operation_disabled'
    | 'operation_override'
    | 'destructive'
    | 'declared_default'
    | 'parent'
    | 'invalid'
  /** For the person. */
  readonly text: string
  /** For `invalid`: the code of the problem. */
  readonly code?: string
}

/**
 * P1: the one place that decides whether a call asks. In this order: the operation is off, the agent's own choice for
 * the operation, P7 (destructive asks), what the tool declares. Remembered rules come between the first two.
 */
export function resolvePolicy(operation: OperationMetadata, effective: EffectiveOperation | undefined): Policy {
  if (!effective?.enabled)
    return {
      verdict: 'refuse',
      decided_by: 'operation_disabled',
      text: `“${operation.name}” is switched off for this agent.`,
    }
  const chosen = effective.override.requiresApproval
  if (chosen !== null)
    return chosen
      ? { verdict: 'ask', decided_by: 'operation_override', text: 'Asks: set for this agent.' }
      : { verdict: 'run', decided_by: 'operation_override', text: 'Runs without asking: set for this agent.' }
  if (operation.effect === 'destructive')
    return {
      verdict: 'ask',
      decided_by: 'destructive',
      text: 'Asks: it cannot be undone, and nothing was chosen for this agent.',
    }
  return operation.requiresApprovalByDefault
    ? { verdict: 'ask', decided_by: 'declared_default', text: "Asks: the tool's default." }
    : { verdict: 'run', decided_by: 'declared_default', text: "Runs without asking: the tool's default." }
}
