import { expect, test } from 'vitest'
import { completeOperation } from '../../sdk/operations-of.ts'
import type { EffectiveOperation } from './effective-operations.ts'
import { approvalSummary, NO_TROUBLE, type ToolFacts, toolState } from './tool-state.ts'

const missing = [{ key: 'api_key', label: 'API Key' }]

test('UI 2.4: exactly one state, by precedence: each trouble hides those after it', () => {
  const facts: ToolFacts = { loadError: 'broken', missing, leftOut: 'too odd', pluginOff: 'off', enabled: true }
  const states = []
  for (const cleared of [
    {},
    { loadError: null },
    { missing: [] },
    { leftOut: null },
    { pluginOff: null },
    { enabled: false },
  ]) {
    Object.assign(facts, cleared)
    states.push(toolState(facts))
  }
  expect(states).toEqual([
    { state: 'load_error', reason: 'broken' },
    { state: 'needs_configuration', reason: 'Set API Key before this tool can be used.' },
    { state: 'left_out', reason: 'too odd' },
    { state: 'plugin_off', reason: 'off' },
    { state: 'on', reason: null },
    { state: 'off', reason: null },
  ])
  expect(toolState({ ...NO_TROUBLE, missing: [], enabled: true }).state).toBe('on')
})

test('UI 2.4: the approval chip looks at the operations that can run', () => {
  const operation = (enabled: boolean, requiresApproval: boolean): EffectiveOperation => ({
    name: 'x',
    operation: completeOperation({ name: 'x' }),
    enabled,
    requiresApproval,
    override: { enabled: null, requiresApproval: null },
    outgrown: false,
  })
  expect(approvalSummary([operation(true, true), operation(false, false)])).toBe('all_ask')
  expect(approvalSummary([operation(true, true), operation(true, false)])).toBe('some_ask')
  expect(approvalSummary([operation(true, false), operation(false, true)])).toBe('runs_freely')
  expect(approvalSummary([operation(false, false)])).toBe('all_ask')
})
