import fc from 'fast-check'
import { expect, test } from 'vitest'
import { loops } from '../../../test/loops.ts'
import type { ModelEvent } from '../models/model-driver.ts'
import { ModelError } from '../models/model-error.ts'
import { isFinal } from './task-states.ts'
import { expectValid } from './testing/expect-valid.ts'
import { MODEL } from './testing/open-parts.ts'
import { call, type ScriptedTurn, say, turn } from './testing/scripted-driver.ts'
import { begun, connect, handOver, subAgent, team } from './testing/team.ts'
import { decisionOn, type World } from './testing/world.ts'

/** The second agent of each world. */
const HELPER = 2

const modelCall = fc.constantFrom<ModelEvent>(
  call('lookup', { word: 'x' }),
  call('lookup', '{"word":'),
  call('lookup', {}),
  call('mail', { action: 'send', to: 'ada' }, 'same-id'),
  call('mail', { action: 'erase' }, 'same-id'),
  call('slow', { action: 'fail' }),
  call('slow', { action: 'blow' }),
  call('no_such_tool', {}),
  subAgent(HELPER),
  handOver(HELPER),
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
const act = fc.constantFrom(
  'approve',
  'reject',
  'approve first',
  'abort',
  'continue',
  'retry',
  'restart',
  'switch off',
  'go on',
)

/** Two agents, of which the first may start the second; its model may read little, so that it is summarised. */
function start(turns: readonly ScriptedTurn[], helping: readonly ScriptedTurn[], window: number | null): World {
  const world = team(turns)
  const helper = world.addAgent('Helper', helping)
  connect(world, world.agentId, [helper])
  const { driverFor } = world.drivers
  const config = { ...MODEL, contextWindow: window, maxOutputTokens: 50 }
  Object.assign(world.drivers, { driverFor: (id: number) => ({ ...driverFor(id), config }) })
  return world
}

test('T5: whatever models say and a person does, every request is valid, and each call has one result', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(modelTurn, { maxLength: 6 }),
      fc.array(modelTurn, { maxLength: 4 }),
      fc.constantFrom(null, 1_200),
      fc.array(act, { maxLength: 8 }),
      async (turns, helping, window, acts) => {
        const world = start(turns, helping, window)
        try {
          const { id } = await world.ask('Go.', 6)
          for (const what of acts) await perform(world, id, what)
          const requests = [world.agentId, HELPER].flatMap(agent => world.driverOf(agent).requests)
          for (const { messages } of requests) expectValid(messages)
          const chats = [world.service.get(id), ...begun(world)]
          for (const { id: chat, status } of chats) {
            const calls = world.calls(chat)
            for (const made of calls)
              expect(made.result === null).toBe(made.state === 'awaiting' || made.state === 'started')
            const waits = calls.some(({ state, loop }) => state === 'awaiting' || loop)
            const delegates = calls.some(({ state }) => state === 'started')
            expect(status).toSatisfy(
              (found: typeof status) =>
                isFinal(found) ||
                (found === 'PENDING_APPROVAL' && waits) ||
                (found === 'AWAITING_SUB_AGENTS' && delegates),
            )
          }
        } finally {
          await world.close()
        }
      },
    ),
    { numRuns: loops(200) },
  )
}, 600_000)

async function perform(world: World, id: number, what: string): Promise<void> {
  const { status } = world.service.get(id)
  const pending = world.service.pendingCalls()
  const [question] = pending.filter(({ loop }) => loop)
  const asking = pending.filter(({ state }) => state === 'awaiting')
  if (what === 'go on' && question) world.service.answerLoop(question.id, 'continue')
  if (what === 'approve' || what === 'reject')
    for (const waiting of asking)
      if (world.service.call(waiting.id).state === 'awaiting')
        await world.service.approve(waiting.task_id, [decisionOn(waiting, what)])
  if (what === 'approve first' && asking[0])
    await world.service.approve(asking[0].task_id, [decisionOn(asking[0], 'approve')])
  if (what === 'abort' && !isFinal(status)) world.service.abort(id)
  const goesOn = isFinal(world.service.get(id).status) && world.service.get(id).can_follow_up
  if (what === 'continue' && goesOn) world.service.continue(id, { prompt: 'Go on.' })
  if (what === 'retry' && world.service.get(id).status === 'FAILED') world.service.retry(id)
  if (what === 'restart') await world.restart()
  if (what === 'switch off') world.parts.activation.setTool(world.agentId, 'core/LookupTool', false)
  await world.service.idle()
}
