import { defineTool, ToolResult } from '@spora/sdk'
import { afterEach, expect, test } from 'vitest'
import { type CallView, ruleScope } from '../../shared/contract/calls.ts'
import { taskHistory } from '../storage/schema.ts'
import { registeredTool } from '../tools/create-registered-tool.ts'
import { registerBuiltin } from '../tools/register-builtin.ts'
import { call, say, turn } from './testing/scripted-driver.ts'
import { begun, connect, subAgent, team } from './testing/team.ts'
import { decisionOn, World, type WorldOptions } from './testing/world.ts'

/* Cases from the field (reference/field-cases.md A, B, J, N) that no other test of this folder names. */

const worlds: World[] = []
function start(options?: WorldOptions): World {
  const world = new World(options)
  worlds.push(world)
  return world
}
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.close()
})

const MAIL = 'core/MailTool'
const SEND = call('mail', { action: 'send', to: 'ada' })
const sends = (world: World) => world.tools.effects.filter(line => line.startsWith('send '))
const told = (world: World) =>
  world.driver.requests.at(-1)?.messages.flatMap(message => (message.role === 'tool' ? [message.content] : [])) ?? []

// A3: the tool says run, the agent says ask, and two policies disagreed.
test('A3: one resolver decides, and the card says which of the two it was', async () => {
  const world = start({ turns: [turn([call('lookup', { word: 'x' })])] })
  world.parts.activation.setOperation(world.agentId, 'core/LookupTool', 'find', { requires_approval: true })
  await world.ask()
  expect(world.service.pendingCalls()).toMatchObject([{ tool_name: 'lookup', policy: 'Asks: set for this agent.' }])
})

// A5: people want to see nested parameters before the call.
test('A5: a call that waits carries all its arguments, nested ones whole, and its schema in declared order', async () => {
  const more = { list: Array.from({ length: 60 }, (_, index) => ({ index, text: 'x'.repeat(300) })) }
  const world = start({ turns: [turn([call('mail', { action: 'send', to: 'ada', more })])] })
  await world.ask()
  const [waiting] = world.service.pendingCalls() as [CallView]
  expect(waiting.arguments).toMatchObject({ more })
  expect(Object.keys(JSON.parse(waiting.parameter_schema ?? '{}').properties)).toEqual([
    'action',
    'to',
    'copies',
    'more',
  ])
})

// A6: settled denials were shown as pending again, and the agent never heard why.
test('A6: a rejection with its reason is in the chat and in the model’s result, also later; a new call still asks', async () => {
  const world = start({ turns: [turn([SEND]), turn([SEND])] })
  const task = await world.ask()
  await world.decide(task.id, ['reject'], 'Use a copy instead.')
  await world.restart()
  await world.service.idle()
  expect(world.calls(task.id)).toMatchObject([
    { state: 'rejected', decision: { verdict: 'reject', reason: 'Use a copy instead.', by: 'You' } },
    { state: 'awaiting' },
  ])
  expect(told(world)[0]).toContain('Use a copy instead.')
})

// A11: people wanted to allow a whole server for a while, not tool by tool, and no switch for everything.
test('A11: all tools of a plugin can be allowed for one chat in one decision; nothing wider than asked for comes with it', async () => {
  const names = Array.from({ length: 25 }, (_, index) => `step_${index}`)
  const ran: string[] = []
  const steps = () =>
    names.map(name => {
      const Step = defineTool({
        className: `${name}Tool`,
        name,
        description: 'Takes a step.',
        describe: () => name,
        execute: () => {
          ran.push(name)
          return ToolResult.ok('')
        },
      })
      const { metadata, runner } = registerBuiltin(new Step())
      return registeredTool({ metadata, runner, slug: 'server' })
    })
  const all = turn(names.map(name => call(`server__${name}`, {})))
  const world = start({ turns: [all, all, say('Done.'), all], tools: steps, limits: { callsPerTurn: 25 } })
  const task = await world.ask()
  const waiting = world.service.pendingCalls()
  expect(waiting).toHaveLength(25)
  const decisions = waiting.map(each => ({ ...decisionOn(each, 'approve'), remember: { scope: 'task' as const } }))
  await world.service.approve(task.id, decisions, 1)
  expect(await world.settled(task.id)).toMatchObject({ status: 'COMPLETED' })
  expect(ran).toHaveLength(50)
  // Another chat of the same agent is asked again, for each of them, and no rule is wider than one operation.
  await world.ask()
  expect(world.service.pendingCalls()).toHaveLength(25)
  expect(ran).toHaveLength(50)
  expect(ruleScope.options).toEqual(['task', 'agent', 'always'])
})

// A22: ask before a call, for one tool.
test('A22: one tool asks because the operator said so for it; the others go on as they did', async () => {
  const both = turn([call('lookup', { word: 'x' }), call('slow', { action: 'watch', name: 'a' })])
  const world = start({ turns: [both, say('Ok.')] })
  world.parts.activation.setOperation(world.agentId, 'core/LookupTool', 'find', { requires_approval: true })
  const { id } = world.service.create({ agent_id: world.agentId, prompt: 'Go' }, 1)
  await world.until(() => world.tools.gates.size === 1)
  expect(world.service.pendingCalls()).toMatchObject([{ tool_name: 'lookup' }])
  world.tools.gates.get('a')?.()
  await world.settled(id)
  expect(world.tools.effects).not.toContain('find x')
  expect(await world.decide(id, ['approve'])).toMatchObject({ status: 'COMPLETED' })
  expect(world.tools.effects).toContain('find x')
})

// A14, A26: nobody is there overnight.
test('A14, A26: what asks while nobody is there waits and never runs, and other chats go on', async () => {
  const world = start({ turns: [turn([SEND]), turn([call('lookup', { word: 'x' })]), say('Found.'), say('Sent.')] })
  const waiting = await world.ask('Send')
  expect(await world.ask('Look')).toMatchObject({ status: 'COMPLETED' })
  await world.restart()
  await world.service.idle()
  expect(sends(world)).toEqual([])
  expect(await world.decide(waiting.id, ['approve'])).toMatchObject({ status: 'COMPLETED' })
})

// A19: a denial was sent as “cancelled”.
test('A19: rejected, stopped and overtaken by a handover are three states with three sentences', async () => {
  const world = start({ turns: [turn([SEND]), say('Ok.'), turn([SEND]), say('Ok.')] })
  const rejected = await world.ask()
  await world.decide(rejected.id, ['reject'])
  const stopped = await world.ask()
  world.service.abort(stopped.id)
  const ends = [rejected, stopped].map(({ id }) => world.calls(id)[0])
  expect(ends.map(made => made?.state)).toEqual(['rejected', 'cancelled'])
  expect(ends[0]?.result?.content).toMatch(/^The operator rejected this call/)
  expect(ends[1]?.result?.content).toMatch(/^Cancelled: the operator stopped the chat/)
})

// A23: the window that should have shown the question was gone.
test('A23: a question is a row: whoever looks sees it, and it can be refused or stopped from there', async () => {
  const world = start({ turns: [turn([SEND])] })
  const task = await world.ask()
  await world.restart()
  const [card] = world.service.pendingCalls() as [CallView]
  expect(world.service.call(card.id)).toEqual(card)
  await world.service.approve(task.id, [decisionOn(card, 'reject')], 1)
  expect(await world.settled(task.id)).toMatchObject({ status: 'COMPLETED' })
})

// A25: the plugin's author said that nothing need be asked.
test('A25: an author’s “need not ask” does not let through what cannot be undone', async () => {
  const world = start({ turns: [turn([call('mail', { action: 'erase' })])] })
  const mail = world.parts.registry.byClass(MAIL)
  if (!mail) throw new Error('There is no mail.')
  const operations = mail.metadata.operations.map(each => ({ ...each, requiresApprovalByDefault: false }))
  world.removeTool('mail')
  world.parts.registry.register([{ ...mail, pluginSlug: 'world', metadata: { ...mail.metadata, operations } }])
  await world.ask()
  expect(world.service.pendingCalls()).toMatchObject([
    { operation: 'erase', policy: expect.stringMatching(/cannot be undone/) },
  ])
})

// B3: after ten minutes the model heard “User denied”, though nobody did.
test('B3: a sub-agent’s question waits as long as it takes; nothing is denied in the operator’s name', async () => {
  const world = team([])
  worlds.push(world)
  const helper = world.addAgent('Helper', [turn([SEND]), say('Sent.')])
  connect(world, world.agentId, [helper])
  world.driver.add(turn([subAgent(helper)]), say('Done.'))
  const task = await world.ask()
  for (let day = 0; day < 3; day++) {
    await world.restart()
    await world.service.idle()
  }
  expect(world.service.get(task.id)).toMatchObject({ status: 'AWAITING_SUB_AGENTS', waiting_calls: 1 })
  const [child] = begun(world)
  world.service.abort(task.id)
  expect(world.calls(child?.id ?? 0)[0]?.result?.content).not.toMatch(/denied|rejected/)
})

// J1: a tool never came back; the chat hung for hours.
test('J1: a call that takes too long is ended, and the model is told that it may have had its effect', async () => {
  const world = start({
    limits: { callTimeoutMs: 30 },
    turns: [turn([call('slow', { action: 'wait', name: 'a' })]), say('Ok.')],
  })
  expect(await world.ask()).toMatchObject({ status: 'COMPLETED' })
  expect(told(world)[0]).toMatch(/took too long.*may have taken effect.*did not answer within 30 ms/s)
})

test('J1: one call can be stopped alone; the others and the chat go on', async () => {
  const waits = ['a', 'b'].map(name => call('slow', { action: 'wait', name }))
  const world = start({ turns: [turn(waits), say('Ok.')] })
  const { id } = world.service.create({ agent_id: world.agentId, prompt: 'Go' }, 1)
  await world.until(() => world.tools.gates.size === 2)
  const [first] = world.calls(id) as [CallView]
  world.service.stopCall(first.id)
  await world.until(() => world.calls(id)[0]?.state === 'failed')
  world.tools.gates.get('b')?.()
  expect(await world.settled(id)).toMatchObject({ status: 'COMPLETED' })
  expect(told(world)).toEqual([expect.stringMatching(/operator stopped this call/), 'b is through.'])
  expect(() => world.service.stopCall(first.id)).toThrow(expect.objectContaining({ code: 'INVALID_STATE' }))
})

// N2: a retried turn sent the refund twice.
test('N2: a tool can tell a repeated call by its id, which stays the same; another call has another', async () => {
  const world = start({
    turns: [
      turn([call('slow', { action: 'watch', name: 'a' }), call('slow', { action: 'watch', name: 'b' })]),
      say('Ok.'),
    ],
    limits: { stopGraceMs: 5 },
  })
  const { id } = world.service.create({ agent_id: world.agentId, prompt: 'Go' }, 1)
  await world.until(() => world.tools.gates.size === 2)
  world.tools.gates.clear()
  await world.restart()
  await world.until(() => world.tools.gates.size === 2)
  for (const open of world.tools.gates.values()) open()
  await world.settled(id)
  const ids = world.tools.effects.map(line => line.replace('watch ', ''))
  expect(ids).toHaveLength(4)
  expect(new Set(ids).size).toBe(2)
  expect(
    world
      .calls(id)
      .map(made => made.id)
      .toSorted(),
  ).toEqual([...new Set(ids)].toSorted())
})

// N4: a task that had run for long was failed, and its retry began from zero.
test('N4: after a crash a chat goes on from its journal, not from its beginning', async () => {
  const world = start({
    limits: { stopGraceMs: 5 },
    turns: [turn([call('lookup', { word: 'a' })]), turn([call('slow', { action: 'watch', name: 'b' })]), say('Done.')],
  })
  const { id } = world.service.create({ agent_id: world.agentId, prompt: 'Go' }, 1)
  await world.until(() => world.tools.gates.size === 1)
  world.tools.gates.clear()
  await world.restart()
  await world.until(() => world.tools.gates.size === 1)
  world.tools.gates.get('b')?.()
  expect(await world.settled(id)).toMatchObject({ status: 'COMPLETED', step_count: 3 })
  expect(world.tools.effects.filter(line => line === 'find a')).toHaveLength(1)
  expect(world.driver.requests).toHaveLength(3)
  const turns = world.parts.database.orm
    .select()
    .from(taskHistory)
    .all()
    .filter(row => row.role === 'assistant')
  expect(turns).toHaveLength(3)
})
