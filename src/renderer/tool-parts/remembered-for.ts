import type { RuleView } from '../../shared/contract/rules.ts'

/** The remembered permissions that let this agent run something without asking: of one tool, or of any. */
export function rememberedFor(rules: readonly RuleView[], agentId: number, toolClass?: string): readonly RuleView[] {
  return rules.filter(
    ({ verdict, scope, agent, state, suspended_for, tool_class }) =>
      verdict === 'allow' &&
      (scope === 'always' || (scope === 'agent' && agent?.id === agentId)) &&
      state !== 'tool_changed' &&
      state !== 'tool_gone' &&
      suspended_for.every(({ id }) => id !== agentId) &&
      (toolClass === undefined || toolClass === tool_class),
  )
}
