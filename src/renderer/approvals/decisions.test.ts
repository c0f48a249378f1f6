import { beforeEach, expect, test } from 'vitest'
import type { CallView } from '../../shared/contract/calls.ts'
import { draftOf, forgetDraft, isEdited, updateDraft } from './decisions.ts'

const call = (more: Partial<CallView> = {}): CallView => ({
  id: 'call-1',
  task_id: 1,
  agent: { id: 1, name: 'Planner' },
  task_title: 'Visit',
  step: 1,
  max_steps: 20,
  ordinal: 0,
  tool_class: 'office/calendar',
  tool_name: 'office:calendar',
  display_name: 'Calendar',
  icon: { kind: 'bundled', name: 'calendar' },
  plugin_name: 'Office',
  operation: 'create_event',
  operation_description: '',
  effect: 'write',
  human_description: 'Create an event',
  state: 'awaiting',
  arguments: { title: 'Kickoff', minutes: 90 },
  args_sha256: 'a',
  revision: 1,
  original_arguments: null,
  parameter_schema: '{}',
  discriminator_key: null,
  coerced: [],
  policy: 'Asks by default',
  decision: null,
  created_at: '',
  started_at: null,
  finished_at: null,
  progress: null,
  result: null,
  rationale: null,
  ...more,
})

beforeEach(() => forgetDraft('call-1'))

test('P2: a draft begins as what is stored and counts as edited only when its values differ', () => {
  expect(isEdited(call(), draftOf(call()))).toBe(false)
  updateDraft(call(), { values: { minutes: 90, title: 'Kickoff' } })
  expect(isEdited(call(), draftOf(call()))).toBe(false)
  updateDraft(call(), { values: { title: 'Kickoff', minutes: 45 } })
  expect(isEdited(call(), draftOf(call()))).toBe(true)
})

test('P2: a decision about arguments that changed meanwhile is taken back, and the card says so', () => {
  updateDraft(call(), { verdict: 'approve', reason: 'kept' })
  const changed = call({ arguments: { title: 'Other' }, args_sha256: 'b', revision: 2 })
  expect(draftOf(changed)).toMatchObject({ verdict: null, stale: true, values: { title: 'Other' }, reason: 'kept' })
})

test('4.3: what was typed about a call that changed meanwhile is kept, to be looked at and put back', () => {
  const typed = { title: 'Kickoff', minutes: 45 }
  updateDraft(call(), { values: typed })
  const changed = call({ arguments: { title: 'Other', minutes: 90 }, args_sha256: 'b', revision: 2 })
  expect(draftOf(changed)).toMatchObject({ stale: true, values: { title: 'Other' }, unsent: typed })
  const again = call({ arguments: { title: 'Third', minutes: 90 }, args_sha256: 'c', revision: 3 })
  updateDraft(changed, { opened: ['title'] })
  expect(draftOf(again)).toMatchObject({ stale: true, values: { title: 'Third' }, unsent: typed })
  updateDraft(again, { values: typed, stale: false })
  expect(draftOf(again)).toMatchObject({ stale: false, values: typed })

  forgetDraft('call-1')
  updateDraft(call(), { verdict: 'approve' })
  expect(draftOf(changed).unsent).toBeUndefined()
})

test('P2: an own edit outlives a fetch from before it was stored', () => {
  const stored = call({ arguments: { title: 'Kickoff', minutes: 45 }, args_sha256: 'b', revision: 2 })
  updateDraft(stored, { verdict: 'approve' })
  expect(draftOf(call())).toMatchObject({ verdict: 'approve', stale: false })
})

test('P5: what is to be remembered goes with its verdict and never over to another one', () => {
  updateDraft(call(), { verdict: 'approve', remember: { scope: 'agent' } })
  updateDraft(call(), { reason: 'Not now' })
  expect(draftOf(call()).remember).toEqual({ scope: 'agent' })
  for (const verdict of ['reject', 'approve', null] as const) {
    updateDraft(call(), { verdict: 'approve', remember: { scope: 'agent' } })
    updateDraft(call(), { verdict })
    expect(draftOf(call()).remember).toBeUndefined()
  }
})
