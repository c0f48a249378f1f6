import type { OperationMetadata } from '@spora/sdk'
import type { EffectiveOperation } from '../agents/tool-activation.ts'
import type { RuleVerdict } from './rules/deciding-rule.ts'

/** What decides about a call, and why: stored with it and shown on its card (P1). */
export interface Policy {
  readonly verdict: 'ask' | 'run' | 'refuse'
  readonly decided_by:
    | 'operation_disabled'
    | 'rule'
    | 'operation_override'
    | 'destructive'
    | 'declared_default'
    | 'parent'
    | 'invalid'
  /** For the person. */
  readonly text: string
  /** For `invalid`: the code of the problem. */
  readonly code?: string
  /** For `rule`. */
  readonly rule_id?: number
  /** For `ask`: the settings of the tool it would run with, as their revisions. A decision holds for these (R3). */
  readonly settings?: string
}

/**
 * P1: the one place that decides whether a call asks. In this order: the operation is off, a remembered rule, the agent's
 * own choice for the operation, P7 (destructive asks), what the tool declares.
 */
export function resolvePolicy(
  operation: OperationMetadata,
  effective: EffectiveOperation | undefined,
  rule: RuleVerdict | null = null,
): Policy {
  if (!effective?.enabled)
    return {
      verdict: 'refuse',
      decided_by: 'operation_disabled',
      text: `“${operation.name}” is switched off for this agent.`,
    }
  if (rule) return rulePolicy(rule)
  const chosen = effective.override.requiresApproval
  if (chosen !== null)
    return chosen
      ? { verdict: 'ask', decided_by: 'operation_override', text: 'Asks: set for this agent.' }
      : { verdict: 'run', decided_by: 'operation_override', text: 'Runs without asking: set for this agent.' }
  if (operation.effect === 'destructive')
    return {
      verdict: 'ask',
      decided_by: 'destructive',
      text: effective.outgrown ? OUTGROWN : 'Asks: it cannot be undone, and nothing was chosen for this agent.',
    }
  return operation.requiresApprovalByDefault
    ? {
        verdict: 'ask',
        decided_by: 'declared_default',
        text: effective.outgrown ? OUTGROWN : "Asks: the tool's default.",
      }
    : { verdict: 'run', decided_by: 'declared_default', text: "Runs without asking: the tool's default." }
}

const OUTGROWN = 'Asks: it was set to run without asking for this agent when it did less than it does now.'

const FOR = { task: 'in this chat', agent: 'for this agent', always: 'for every agent' } as const

function rulePolicy({ rule, verdict }: RuleVerdict): Policy {
  const decided = { decided_by: 'rule', rule_id: rule.id } as const
  const bound = Object.keys(rule.arguments).length > 0 ? ' with these values' : ''
  const where = `${FOR[rule.scope]}${bound}`
  switch (verdict) {
    case 'allow':
      return { verdict: 'run', ...decided, text: `Runs without asking: you allowed it ${where} (rule #${rule.id}).` }
    case 'deny':
      return { verdict: 'refuse', ...decided, text: `Refused: you said never ${where} (rule #${rule.id}).` }
    case 'stale':
      return {
        verdict: 'ask',
        ...decided,
        text: `Asks: you said never ${where}, but the tool has changed since (rule #${rule.id}).`,
      }
  }
}
