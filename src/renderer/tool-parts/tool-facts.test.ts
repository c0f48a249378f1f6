import { expect, test } from 'vitest'
import type { AgentToolView } from '../../shared/contract/agents.ts'
import type { ToolView } from '../../shared/contract/tools.ts'
import { runsWithoutAsking } from './runs-without-asking.ts'
import { operationFacts, troubleOf } from './tool-facts.ts'

const declared = (name: string, on: boolean, asks: boolean, effect = 'none') => ({
  name,
  description: name,
  effect,
  enabled_by_default: on,
  requires_approval_by_default: asks,
})
const mail = {
  state: 'off',
  operations: [
    declared('read', true, false),
    declared('send', true, true, 'destructive'),
    declared('purge', false, true),
  ],
} as unknown as ToolView
const forAgent = {
  operations: [
    { name: 'read', description: 'read', effect: 'none', effective_enabled: true, effective_requires_approval: false },
    {
      name: 'send',
      description: 'send',
      effect: 'destructive',
      effective_enabled: true,
      effective_requires_approval: false,
    },
    {
      name: 'purge',
      description: 'purge',
      effect: 'none',
      effective_enabled: false,
      effective_requires_approval: false,
    },
  ],
} as unknown as AgentToolView

test('a tile counts the declared defaults, for an agent what the agent has', () => {
  expect(operationFacts(mail)).toEqual({ total: 3, on: 2, asking: 1 })
  expect(operationFacts(mail, forAgent)).toEqual({ total: 3, on: 2, asking: 0 })
})

test('P7: what would run without asking is listed, the most dangerous first', () => {
  expect(runsWithoutAsking(mail).map(each => each.name)).toEqual(['read'])
  expect(runsWithoutAsking(mail, forAgent).map(each => each.name)).toEqual(['send', 'read'])
})

test('only trouble replaces the facts', () => {
  expect(troubleOf(mail)).toBeNull()
  expect(troubleOf({ ...mail, state: 'needs_configuration' })).toBe('needs_configuration')
})
