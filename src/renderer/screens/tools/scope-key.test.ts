import { expect, test } from 'vitest'
import { scopeKey, scopeOf } from './scope-key.ts'

test('a scope survives its address, and an unknown address means all agents', () => {
  for (const scope of [{ scope: 'global' }, { scope: 'user' }, { scope: 'agent', agent_id: 12 }] as const)
    expect(scopeOf(scopeKey(scope))).toEqual(scope)
  expect(scopeOf('agent-0')).toEqual({ scope: 'global' })
  expect(scopeOf(undefined)).toEqual({ scope: 'global' })
})
