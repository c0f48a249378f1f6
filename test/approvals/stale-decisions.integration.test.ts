import { expect, test } from 'vitest'
import { decisionOn } from '../../src/main/orchestrator/testing/world.ts'
import type { CallView } from '../../src/shared/contract/calls.ts'
import { loops } from '../loops.ts'
import { RELAY, type RelayWorld, relayTool, relayWorld } from './relay-world.ts'

const KINDS: Record<string, (relay: RelayWorld, shown: CallView) => unknown> = {
  'the chat was stopped': ({ world }, shown) => world.service.abort(shown.task_id),
  'it was decided already': ({ world }, shown) =>
    world.service.approve(shown.task_id, [decisionOn(shown, 'reject')], 1),
  'it was edited elsewhere': ({ world }, shown) =>
    world.service.editCall(shown.id, { action: 'post', to: 'Eve' }, shown.revision),
  'the plugin was updated': ({ replace, executed }) => replace(relayTool(executed, 'files of 1.0.1')),
  'the plugin was switched off': ({ replace }) => replace(null),
  'the operation was switched off': ({ world }) =>
    world.parts.activation.setOperation(world.agentId, RELAY, 'post', { enabled: false }),
  'the agent was deleted, and first its chat': ({ world }, shown) => {
    world.service.remove(shown.task_id)
    world.parts.agents.remove(world.agentId)
  },
  'the limits of its arguments changed': ({ replace, executed }) =>
    replace(relayTool(executed, undefined, { maximum: 3 })),
  'the app was started again with another version of the plugin': async ({ world, replace, executed }) => {
    await world.restart()
    replace(relayTool(executed, 'files of 2.0.0'))
  },
  'a rule has settled it meanwhile': async ({ world, chat }) => {
    const other = await chat({ arguments: { action: 'post', to: 'Bob' } })
    const [waiting] = world.calls(other.id) as [CallView]
    await world.service.approve(other.id, [{ ...decisionOn(waiting, 'reject'), remember: { scope: 'always' } }], 1)
  },
}

test('T-APPR-03: a decision on a call that is not any more what was shown is refused, in ten kinds, and nothing runs', async () => {
  const refused: Record<string, number> = {}
  for (const [why, happen] of Object.entries(KINDS)) {
    for (let run = 0; run < loops(20); run++) {
      const relay = await relayWorld()
      const { world, executed, chat } = relay
      const task = await chat({ arguments: { action: 'post', to: 'Ada', copies: 5 } })
      const [shown] = world.calls(task.id) as [CallView]
      await happen(relay, shown)
      const error = await world.service.approve(task.id, [decisionOn(shown, 'approve')], 1).catch(caught => caught)
      // B308: who was second is told who was first, and when.
      const code = why === 'it was decided already' ? 'DECISION_ALREADY' : 'DECISION_STALE'
      expect([why, error.code]).toEqual([why, code])
      await world.service.idle()
      expect([...executed.values()]).toEqual([])
      refused[why] = (refused[why] ?? 0) + 1
    }
  }
  console.log(
    `T-APPR-03: ${Object.keys(refused).length} kinds, ${Object.values(refused).reduce((a, b) => a + b, 0)} refused`,
  )
  expect(Object.keys(refused)).toHaveLength(10)
}, 600_000)

test('T-APPR-03: a call that waited through a restart and is still what was shown can be decided, and runs once', async () => {
  const { world, executed, chat } = await relayWorld()
  const task = await chat({ arguments: { action: 'post', to: 'Ada' } })
  const [shown] = world.calls(task.id) as [CallView]
  await world.restart()
  await world.service.approve(task.id, [decisionOn(shown, 'approve')], 1)
  await world.settled(task.id)
  expect([...executed.values()]).toEqual([[{ action: 'post', to: 'Ada' }]])
})
