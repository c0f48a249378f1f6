import { expect, test } from 'vitest'
import type { RuleView } from '../../shared/contract/rules.ts'
import { rememberedFor } from './remembered-for.ts'

const rule = (id: number, change: Partial<RuleView>) =>
  ({
    id,
    verdict: 'allow',
    scope: 'always',
    agent: null,
    tool_class: 'a/B',
    state: 'active',
    suspended_for: [],
    ...change,
  }) as RuleView

test('P7: what was allowed for every agent, or for this one, runs without asking; what is refused, over or suspended does not', () => {
  const ada = { id: 1, name: 'Ada' }
  const rules = [
    rule(1, {}),
    rule(2, { scope: 'agent', agent: ada }),
    rule(3, { scope: 'agent', agent: { id: 2, name: 'Bob' } }),
    rule(4, { scope: 'task' }),
    rule(5, { verdict: 'deny' }),
    rule(6, { state: 'tool_changed' }),
    rule(7, { state: 'tool_gone' }),
    rule(8, { state: 'operation_asks', suspended_for: [ada] }),
    rule(9, { state: 'operation_asks', suspended_for: [{ id: 2, name: 'Bob' }], tool_class: 'c/D' }),
  ]
  expect(rememberedFor(rules, 1).map(({ id }) => id)).toEqual([1, 2, 9])
  expect(rememberedFor(rules, 1, 'a/B').map(({ id }) => id)).toEqual([1, 2])
})
