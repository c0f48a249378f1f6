import { expect, test } from 'vitest'
import type { AgentView } from '../../../shared/contract/agents.ts'
import { type AgentDraft, agentChange, agentKnown, draftAfterSave, drafted, overtakenFields } from './agent-draft.ts'

const agent = { name: 'Planner', description: 'Plans.', max_steps: 20, llm_config_id: null } as AgentView
const typed = (draft: AgentDraft, change: Partial<AgentView>, of = agent) =>
  Object.entries(change).reduce((all, [key, value]) => drafted(all, of, key as 'name', value as string), draft)

test('only changed keys of the section are sent, with what stood in them', () => {
  const draft = typed({}, { name: 'Planner', description: 'Plans trips.', llm_config_id: null })
  expect(agentChange(agent, draft)).toEqual({ description: 'Plans trips.' })
  expect(agentKnown(agent, draft)).toEqual({ description: 'Plans.' })
  expect(agentChange(agent, {})).toEqual({})
})

test('3.4: what was changed elsewhere meanwhile is known, field by field, and only where both changed it', () => {
  const draft = typed({}, { name: 'Mine', description: 'Same in both.' })
  const now = { ...agent, name: 'Theirs', description: 'Same in both.', max_steps: 5 }
  expect(overtakenFields(now, draft)).toEqual(['name'])
  const further = typed(draft, { name: 'Mine again' }, now)
  expect(overtakenFields(now, further)).toEqual(['name'])
  expect(agentKnown(now, further)).toEqual({ name: 'Planner' })
})

test('3.4: what is typed while a save is under way is not lost by it', () => {
  const sent = { name: 'One', description: 'Two' }
  const draft = typed({}, { name: 'One and more', description: 'Two', max_steps: 3 })
  const saved = { ...agent, ...sent }
  const left = draftAfterSave(draft, sent, saved)
  expect(agentChange(saved, left)).toEqual({ name: 'One and more', max_steps: 3 })
  expect(overtakenFields(saved, left)).toEqual([])
})
