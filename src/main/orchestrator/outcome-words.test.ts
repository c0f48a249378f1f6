import { defineTool, ToolResult } from '@spora/sdk'
import { afterEach, expect, test } from 'vitest'
import type { CallView } from '../../shared/contract/calls.ts'
import { ModelError } from '../models/model-error.ts'
import { registerBuiltin } from '../tools/register-builtin.ts'
import { call, type ScriptedTurn, say, turn } from './testing/scripted-driver.ts'
import { begun, connect, handOver, subAgent, team } from './testing/team.ts'
import { decisionOn, World, type WorldOptions } from './testing/world.ts'

const worlds: World[] = []
function start(turns: readonly ScriptedTurn[], options: WorldOptions = {}): World {
  const world = new World({ ...options, turns })
  worlds.push(world)
  return world
}
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.close()
})

/** Its one operation writes, and may be repeated. */
const Shelf = defineTool({
  name: 'shelf',
  description: 'Keeps things.',
  operations: {
    put: {
      description: 'Puts a thing where it belongs.',
      effect: 'write',
      idempotent: true,
      requiresApprovalByDefault: false,
      describe: () => 'Put it there',
      execute: () => ToolResult.ok('It is there.'),
    },
  },
})

const MAIL = 'core/MailTool'
const send = (to = 'ada') => call('mail', { action: 'send', to })

/** The first call of the first chat, as it ended. */
async function one(turns: readonly ScriptedTurn[], options?: WorldOptions): Promise<CallView> {
  const world = start(turns, options)
  const task = await world.ask()
  return world.calls(task.id).at(-1) as CallView
}

/** A call that was approved, and something that changed before it ran. */
async function changedBefore(change: (world: World) => unknown, before?: (world: World, shown: CallView) => unknown) {
  const world = start([turn([send()]), say('Ok.')])
  const task = await world.ask()
  const [first] = world.calls(task.id) as [CallView]
  await before?.(world, first)
  const [shown] = world.calls(task.id) as [CallView]
  await world.service.approve(task.id, [decisionOn(shown, 'approve')], 1)
  await change(world)
  await world.settled(task.id)
  return world.service.call(shown.id)
}

async function whileItRuns(operation: 'wait' | 'watch', stop: (world: World, id: string) => unknown) {
  const world = start([turn([call('slow', { action: operation, name: 'a' })]), say('Ok.')])
  const task = world.service.create({ agent_id: world.agentId, prompt: 'Go.' }, 1)
  await world.until(() => world.tools.gates.size === 1)
  const [running] = world.calls(task.id) as [CallView]
  await stop(world, running.id)
  world.tools.gates.get('a')?.()
  await world.settled(task.id)
  return world.service.call(running.id)
}

async function unknown(answer: 'it_happened' | 'skip') {
  const world = start([turn([call('slow', { action: 'wait', name: 'a' })]), say('Ok.')], { limits: { stopGraceMs: 1 } })
  const task = world.service.create({ agent_id: world.agentId, prompt: 'Go.' }, 1)
  await world.until(() => world.tools.gates.size === 1)
  await world.restart()
  const [shown] = world.calls(task.id) as [CallView]
  world.service.resolveCall(shown.id, answer)
  await world.settled(task.id)
  return world.service.call(shown.id)
}

async function withSubAgent(research: readonly ScriptedTurn[], end?: (world: World) => unknown) {
  const world = team([])
  worlds.push(world)
  const researcher = world.addAgent('Researcher', research)
  connect(world, world.agentId, [researcher])
  world.driver.add(turn([subAgent(researcher)]), say('Ok.'))
  const task = await world.ask()
  await end?.(world)
  await world.settled(task.id)
  return world.calls(task.id)[0] as CallView
}

async function handedOver() {
  const world = team([])
  worlds.push(world)
  const researcher = world.addAgent('Researcher', [say('Mine now.')])
  connect(world, world.agentId, [researcher], false)
  world.driver.add(turn([send(), handOver(researcher)]))
  const task = await world.ask()
  await world.decide(task.id, [null, 'approve'])
  return world.calls(task.id)[0] as CallView
}

type Case = [ending: string, state: CallView['state'], code: string, words: RegExp, how: () => Promise<CallView>]
const failed = new ModelError('LLM_AUTH', 'The key was refused.', { retryable: false })

const CASES: readonly Case[] = [
  [
    'you stopped it while it ran',
    'failed',
    'CALL_STOPPED',
    /^You stopped it while it ran. It may have taken effect.$/,
    () => whileItRuns('wait', (world, id) => world.service.stopCall(id)),
  ],
  [
    'you stopped it while it only read',
    'failed',
    'CALL_STOPPED',
    /^You stopped it while it ran.$/,
    () => whileItRuns('watch', (world, id) => world.service.stopCall(id)),
  ],
  [
    'it took too long',
    'failed',
    'CALL_TIMED_OUT',
    /took too long.*may have taken effect/,
    () => one([turn([call('slow', { action: 'wait', name: 'a' })])], { limits: { callTimeoutMs: 20 } }),
  ],
  [
    'it failed with arguments you had changed',
    'failed',
    'CALL_FAILED',
    /^It did not work.$/,
    async () => {
      const world = start([turn([send()]), say('Ok.')])
      world.failing('mail')
      const task = await world.ask()
      const [shown] = world.calls(task.id) as [CallView]
      await world.service.editCall(shown.id, { action: 'send', to: 'bob' }, 1)
      await world.decide(task.id, ['approve'])
      return world.service.call(shown.id)
    },
  ],
  [
    'its plugin ended while it wrote what may be written again',
    'failed',
    'CALL_LOST',
    /^It was interrupted: The plugin ended\. It may have taken effect\.$/,
    async () => {
      const world = start([turn([call('shelf')]), say('Ok.')], { tools: () => [registerBuiltin(new Shelf())] })
      world.loseCallsOf('shelf')
      const task = await world.ask()
      return world.calls(task.id)[0] as CallView
    },
  ],
  [
    'its plugin ended while it only read',
    'failed',
    'CALL_LOST',
    /^It was interrupted: The plugin ended\. Nothing was changed by it\.$/,
    async () => {
      const world = start([turn([call('lookup', { action: 'find', word: 'x' })]), say('Ok.')])
      world.loseCallsOf('lookup')
      const task = await world.ask()
      return world.calls(task.id)[0] as CallView
    },
  ],
  [
    'you said that it happened',
    'succeeded',
    'SAID_IT_HAPPENED',
    /You said that it happened/,
    () => unknown('it_happened'),
  ],
  ['you did not run it again', 'failed', 'SAID_SKIP', /you chose not to run it again/, () => unknown('skip')],
  [
    'you stopped the chat',
    'cancelled',
    'CHAT_STOPPED',
    /^You stopped the chat before it ran.$/,
    async () => {
      const world = start([turn([send()])])
      const task = await world.ask()
      world.service.abort(task.id)
      return world.calls(task.id)[0] as CallView
    },
  ],
  ['the chat was handed over', 'cancelled', 'HANDED_OVER', /^The chat was handed over to Researcher/, handedOver],
  [
    'you rejected it',
    'rejected',
    'REJECTED',
    /^You rejected it: Not today.$/,
    async () => {
      const world = start([turn([send()]), say('Ok.')])
      const task = await world.ask()
      await world.decide(task.id, ['reject'], 'Not today.')
      return world.calls(task.id)[0] as CallView
    },
  ],
  [
    'you said never',
    'rejected',
    'REFUSED_BY_RULE',
    /you said never for calls like this one/,
    async () => {
      const world = start([turn([send()]), turn([send('bob')]), say('Ok.')])
      const task = await world.ask()
      const [shown] = world.calls(task.id) as [CallView]
      await world.service.approve(task.id, [{ ...decisionOn(shown, 'reject'), remember: { scope: 'agent' } }], 1)
      await world.settled(task.id)
      return world.calls(task.id)[1] as CallView
    },
  ],
  [
    'there is no such tool',
    'invalid',
    'CALL_UNKNOWN_TOOL',
    /does not exist, “nope”/,
    () => one([turn([call('nope')])]),
  ],
  [
    'the tool is off',
    'invalid',
    'CALL_DISABLED',
    /“mail” is switched off for this agent/,
    async () => {
      const world = start([turn([send()])])
      world.parts.activation.setTool(world.agentId, MAIL, false)
      const task = await world.ask()
      return world.calls(task.id)[0] as CallView
    },
  ],
  [
    'the operation is off',
    'invalid',
    'CALL_DISABLED',
    /switched this operation off/,
    async () => {
      const world = start([turn([send()])])
      world.parts.activation.setOperation(world.agentId, MAIL, 'send', { enabled: false })
      const task = await world.ask()
      return world.calls(task.id)[0] as CallView
    },
  ],
  [
    'its arguments cannot be read',
    'invalid',
    'CALL_ARGS_JSON',
    /^Not run: the model’s arguments could not be read\. ./,
    () => one([turn([call('mail', '{"action":')])]),
  ],
  [
    'its arguments are a list',
    'invalid',
    'CALL_ARGS_NOT_OBJECT',
    /They are a list/,
    () => one([turn([call('mail', '[1]')])]),
  ],
  [
    'its arguments are not valid',
    'invalid',
    'CALL_ARGS_SCHEMA',
    /^Not run, the call is not valid. "to": /,
    () => one([turn([call('mail', { action: 'send', to: 5, copies: 99 })])]),
  ],
  ['the answer was cut off', 'invalid', 'CALL_CUT_OFF', /reached its limit/, () => one([turn([send()], '', 'length')])],
  [
    'it was one of too many',
    'invalid',
    'TOO_MANY_CALLS',
    /after 2 other calls/,
    () => one([turn([send(), send('bob'), send('eve')])], { limits: { callsPerTurn: 2 } }),
  ],
  [
    'the tool went',
    'invalid',
    'CALL_TOOL_GONE',
    /“mail” was gone by then/,
    () => changedBefore(world => world.removeTool('mail')),
  ],
  [
    'the tool was updated',
    'invalid',
    'CALL_TOOL_CHANGED',
    /was updated before it could run/,
    () => changedBefore(world => world.updateTool('mail')),
  ],
  [
    'the tool was switched off',
    'invalid',
    'CALL_DISABLED',
    /was switched off for this agent by then/,
    () => changedBefore(world => world.parts.activation.setTool(world.agentId, MAIL, false)),
  ],
  [
    'what is stored was changed',
    'invalid',
    'CALL_DAMAGED',
    /was changed or damaged/,
    () =>
      changedBefore(world =>
        world.parts.database.sqlite.exec(`UPDATE tool_calls SET args_canonical = '{"action":"erase"}'`),
      ),
  ],
  [
    'the revision was changed',
    'invalid',
    'CALL_NOT_AS_APPROVED',
    /not what was approved/,
    () => changedBefore(world => world.parts.database.sqlite.exec('UPDATE tool_calls SET revision = 5')),
  ],
  [
    'its sub-agent failed',
    'failed',
    'SUB_AGENT_FAILED',
    /^It stopped: The key was refused/,
    () => withSubAgent([failed]),
  ],
  [
    'you stopped its sub-agent',
    'failed',
    'SUB_AGENT_FAILED',
    /^You stopped it.$/,
    () => withSubAgent([turn([send()])], world => world.service.abort(begun(world)[0]?.id ?? 0)),
  ],
]

test.each(CASES)(
  'P4, T1: how a call ended is said to the person in words for them: %s',
  async (_ending, state, code, words, how) => {
    const ended = await how()
    expect(ended).toMatchObject({ state, outcome: { code, text: expect.stringMatching(words) } })
    // The person is not told of an operator, and not asked to send calls.
    expect(ended.outcome?.text).not.toMatch(/operator|send (it|the|this)|repeat|Correct it|Available/i)
    // Sentences that were put together end once.
    expect(`${ended.outcome?.text} ${ended.result?.content}`).not.toMatch(/[.!?]\.(\s|$)/)
  },
)

test('P4: where the tool said all there is to say, nothing is added', async () => {
  expect((await one([turn([call('slow', { action: 'fail' })])])).outcome).toBeNull()
  expect((await one([turn([call('lookup', { action: 'find', word: 'x' })])])).outcome).toBeNull()
})
