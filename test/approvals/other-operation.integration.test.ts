import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decisionOn } from '../../src/main/orchestrator/testing/world.ts'
import type { CallView } from '../../src/shared/contract/calls.ts'
import { loops } from '../loops.ts'
import { RELAY, relayWorld } from './relay-world.ts'

const sometimes = fc.nat(3).map(n => n === 0)

test('T-APPR-09: an edit that names another operation passes all gates of that one, and only what is shown then runs', async () => {
  const { world, executed, chat } = await relayWorld()
  const { activation } = world.parts
  const count = { ran: 0, refused: 0 }
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        reason: fc.option(fc.string({ unit: 'grapheme' }), { nil: undefined }),
        left: sometimes,
        off: sometimes,
        never: sometimes,
        offLater: sometimes,
      }),
      async ({ reason, left, off, never, offLater }) => {
        executed.clear()
        activation.setOperation(world.agentId, RELAY, 'drop', { enabled: true })
        for (const { id } of world.service.rules.list()) world.service.rules.revoke(id)
        if (never) {
          const other = await chat({ arguments: { action: 'drop', reason: 'once' } })
          const [waiting] = world.calls(other.id) as [CallView]
          const remember = { scope: 'agent' as const }
          await world.service.approve(other.id, [{ ...decisionOn(waiting, 'reject'), remember }], 1)
          await world.settled(other.id)
        }
        const task = await chat({ arguments: { action: 'post', to: 'Ada' } })
        const [shown] = world.calls(task.id) as [CallView]
        expect(shown).toMatchObject({ operation: 'post', effect: 'write' })
        activation.setOperation(world.agentId, RELAY, 'drop', { enabled: !off })
        // What the first operation takes and the other does not is no argument of the other.
        const args = { action: 'drop', ...(reason === undefined ? {} : { reason }), ...(left ? { to: 'Ada' } : {}) }
        const edited = await world.service.editCall(shown.id, args, shown.revision).catch(error => error)
        if (off || left || never) {
          expect(edited).toMatchObject({ code: 'ARGUMENTS_INVALID' })
          expect(world.service.call(shown.id)).toEqual(shown)
          count.refused++
        } else {
          expect(edited).toMatchObject({ operation: 'drop', effect: 'destructive', revision: 2, arguments: args })
          expect(edited.human_description).toBe('Throw everything away')
          expect(JSON.parse(edited.parameter_schema).properties).not.toHaveProperty('to')
          const before = await world.service.approve(task.id, [decisionOn(shown, 'approve')], 1).catch(error => error)
          expect(before).toMatchObject({ code: 'DECISION_STALE' })
          if (offLater) activation.setOperation(world.agentId, RELAY, 'drop', { enabled: false })
          const after = await world.service.approve(task.id, [decisionOn(edited, 'approve')], 1).catch(error => error)
          await world.settled(task.id)
          if (offLater) expect(after).toMatchObject({ code: 'DECISION_STALE' })
          expect([...executed.values()].flat()).toEqual(offLater ? [] : [args])
          count.ran += offLater ? 0 : 1
        }
        if (world.service.get(task.id).status === 'PENDING_APPROVAL') world.service.abort(task.id)
        if (never) expect([...executed.values()]).toEqual([])
      },
    ),
    { numRuns: loops(400), endOnFailure: true },
  )
  console.log(`T-APPR-09: ${count.ran} ran as the other operation, ${count.refused} edits refused by its gates`)
  expect(Math.min(count.ran, count.refused)).toBeGreaterThan(0)
}, 600_000)
