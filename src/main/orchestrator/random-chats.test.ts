import fc from 'fast-check'
import { expect, test } from 'vitest'
import { loops } from '../../../test/loops.ts'
import type { ModelEvent } from '../models/model-driver.ts'
import { ModelError } from '../models/model-error.ts'
import { isFinal } from './task-states.ts'
import { expectValid } from './testing/expect-valid.ts'
import { call, say, turn } from './testing/scripted-driver.ts'
import { World } from './testing/world.ts'

const modelCall = fc.constantFrom<ModelEvent>(
  call('lookup', { word: 'x' }),
  call('lookup', '{"word":'),
  call('lookup', {}),
  call('mail', { action: 'send', to: 'ada' }, 'same-id'),
  call('mail', { action: 'erase' }, 'same-id'),
  call('slow', { action: 'fail' }),
  call('slow', { action: 'blow' }),
  call('no_such_tool', {}),
)
const modelTurn = fc.oneof(
  fc.array(modelCall, { minLength: 1, maxLength: 4 }).map(calls => turn(calls, 'Let me see.')),
  fc.array(modelCall, { minLength: 1, maxLength: 4 }).map(calls => turn(calls, '', 'length')),
  fc.constantFrom(say('Done.'), say(''), say('Half', 'length'), say('', 'refusal')),
  fc.constantFrom(
    new ModelError('LLM_OVERLOADED', 'Busy.', { retryable: true }),
    new ModelError('LLM_AUTH', 'No.', { retryable: false }),
  ),
)
const act = fc.constantFrom('approve', 'reject', 'approve first', 'abort', 'continue', 'retry', 'restart', 'switch off')

test('T5: whatever a model says and a person does, every request is valid, and each call has one result', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(modelTurn, { maxLength: 6 }), fc.array(act, { maxLength: 8 }), async (turns, acts) => {
      const world = new World({ turns })
      try {
        const { id } = await world.ask('Go.', 6)
        for (const what of acts) await perform(world, id, what)
        for (const { messages } of world.driver.requests) expectValid(messages)
        for (const made of world.calls(id)) expect(made.result === null).toBe(made.state === 'awaiting')
        const { status } = world.service.get(id)
        expect(isFinal(status) || status === 'PENDING_APPROVAL').toBe(true)
      } finally {
        await world.close()
      }
    }),
    { numRuns: loops(200) },
  )
}, 300_000)

async function perform(world: World, id: number, what: string): Promise<void> {
  const { status } = world.service.get(id)
  if (status === 'PENDING_APPROVAL') {
    if (what === 'approve' || what === 'reject') await world.decide(id, Array(40).fill(what))
    if (what === 'approve first') await world.decide(id, ['approve'])
    if (what === 'abort') world.service.abort(id)
  } else if (what === 'continue') world.service.continue(id, { prompt: 'Go on.' })
  else if (what === 'retry' && status === 'FAILED') world.service.retry(id)
  if (what === 'restart') await world.restart()
  if (what === 'switch off') world.parts.activation.setTool(world.agentId, 'core/LookupTool', false)
  await world.service.idle()
}
