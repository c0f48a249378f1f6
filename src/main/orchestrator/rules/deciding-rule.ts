import { canonicalJson } from '../../tools/canonical-json.ts'
import type { Arguments } from '../../tools/parse-arguments.ts'
import type { RegisteredTool } from '../../tools/registered-tool.ts'
import type { Rule } from './rule-store.ts'

/** Whose call it is, as far as rules look at it. */
export interface Asker {
  readonly taskId: number
  readonly agentId: number
}

/** `stale`: a deny rule for another version of the tool. It no longer refuses, but nothing may run past it unseen. */
export interface RuleVerdict {
  readonly rule: Rule
  readonly verdict: 'allow' | 'deny' | 'stale'
}

const NARROWEST_FIRST = ['task', 'agent', 'always'] as const satisfies Rule['scope'][]

/**
 * P1, P5: the rule that decides, if any. Deny comes before allow, the narrower scope before the wider. A rule counts for the
 * exact operation, for the version of the tool it was made for, and only with the values it is bound to.
 */
export function decidingRule(
  rules: readonly Rule[],
  tool: RegisteredTool,
  args: Arguments,
  asker: Asker,
): RuleVerdict | null {
  const meant = rules.filter(rule => isFor(rule, asker) && covers(rule, args))
  const counting = meant.filter(rule => rule.toolFingerprint === tool.fingerprint)
  const deny = narrowest(counting.filter(rule => rule.verdict === 'deny'))
  if (deny) return { rule: deny, verdict: 'deny' }
  const stale = meant.find(rule => rule.verdict === 'deny')
  if (stale) return { rule: stale, verdict: 'stale' }
  const allow = narrowest(
    counting.filter(rule => rule.verdict === 'allow' && !rule.suspendedFor.includes(asker.agentId)),
  )
  return allow ? { rule: allow, verdict: 'allow' } : null
}

function isFor(rule: Rule, { taskId, agentId }: Asker): boolean {
  switch (rule.scope) {
    case 'task':
      return rule.taskId === taskId
    case 'agent':
      return rule.agentId === agentId
    case 'always':
      return true
  }
}

/** Exact values, never patterns. */
function covers(rule: Rule, args: Arguments): boolean {
  return Object.entries(rule.arguments).every(
    ([name, value]) =>
      Object.hasOwn(args, name) && args[name] !== undefined && canonicalJson(args[name]) === canonicalJson(value),
  )
}

function narrowest(rules: readonly Rule[]): Rule | undefined {
  return rules.toSorted((a, b) => NARROWEST_FIRST.indexOf(a.scope) - NARROWEST_FIRST.indexOf(b.scope))[0]
}
