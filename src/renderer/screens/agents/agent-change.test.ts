import { expect, test } from 'vitest'
import type { AgentView } from '../../../shared/contract/agents.ts'
import { agentChange } from './agent-change.ts'

test('only changed keys of the section are sent', () => {
  const agent = { name: 'Planner', description: 'Plans.', max_steps: 20, llm_config_id: null } as AgentView
  expect(agentChange(agent, { name: 'Planner', description: 'Plans trips.' })).toEqual({ description: 'Plans trips.' })
  expect(agentChange(agent, { llm_config_id: null })).toEqual({})
})
