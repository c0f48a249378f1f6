import type { CallRule, CallView, RuleScope } from '../../../shared/contract/calls.ts'
import type { Arguments } from '../../tools/parse-arguments.ts'
import type { CallRow } from '../call-store.ts'
import type { Runtime } from '../runtime.ts'
import type { Rule } from './rule-store.ts'

type Shown = Pick<CallView, 'rule' | 'remembered' | 'rememberable'>

/** What calls show of remembered rules: which decided, which was made with the decision, which could be made now. */
export function callRules(runtime: Runtime, calls: readonly CallRow[]): (call: CallRow) => Shown {
  const { rules } = runtime.journal
  const decided = rules.ofIds(
    calls.flatMap(({ policy }) => (typeof policy.rule_id === 'number' ? [policy.rule_id] : [])),
  )
  const byId = new Map(decided.map(rule => [rule.id, rule]))
  const byCall = new Map(rules.madeBy(calls.map(({ id }) => id)).map(rule => [rule.callId, rule]))
  const view = (rule: Rule | undefined) => (rule ? callRule(runtime, rule) : null)
  return call => ({
    rule: call.state === 'awaiting' ? null : view(byId.get(Number(call.policy.rule_id))),
    remembered: view(byCall.get(call.id)),
    rememberable: call.state === 'awaiting' ? rememberable(runtime, call) : [],
  })
}

function callRule({ tools }: Runtime, rule: Rule): CallRule {
  const current = rule.toolFingerprint === tools.find(rule.toolClass)?.fingerprint
  const counts = current && rule.suspendedFor.length === 0
  const state = rule.revokedAt !== null ? 'revoked' : counts ? 'active' : 'suspended'
  return {
    id: rule.id,
    verdict: rule.verdict,
    scope: rule.scope,
    state,
    hits: rule.hits,
    arguments: { ...rule.arguments },
  }
}

/** A sub-agent's call that asks for its parent's sake would ask again whatever is said for its own agent. */
function rememberable({ journal, tools }: Runtime, call: CallRow): RuleScope[] {
  const tool = tools.find(call.toolClass)
  if (!tool || tool.fingerprint !== call.toolFingerprint) return []
  const rights = tools.of(journal.tasks.get(call.taskId))
  const operation = rights.to(tool).operations.find(({ name }) => name === call.operation)?.operation
  if (!operation) return []
  const held = rights.heldBack(tool, operation, JSON.parse(call.argsCanonical) as Arguments)
  return held ? ['task'] : ['task', 'agent', 'always']
}
