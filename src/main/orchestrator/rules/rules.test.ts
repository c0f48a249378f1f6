import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { loops } from '../../../../test/loops.ts'
import type { CallView, Decision, RuleScope } from '../../../shared/contract/calls.ts'
import type { TaskView } from '../../../shared/contract/tasks.ts'
import { ToolData } from '../../agents/tool-data.ts'
import { canonicalJson } from '../../tools/canonical-json.ts'
import type { RegisteredTool } from '../../tools/registered-tool.ts'
import { call, say, turn } from '../testing/scripted-driver.ts'
import { begun, connect, subAgent, team } from '../testing/team.ts'
import { decisionOn, World, type WorldOptions } from '../testing/world.ts'

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
const send = (to = 'ada', more: object = {}) => call('mail', { action: 'send', to, ...more })
const sends = (world: World) => world.tools.effects.filter(line => line.startsWith('send '))

/** Decides one waiting call and says that it is so from now on. */
async function remember(
  world: World,
  waiting: CallView,
  scope: RuleScope,
  how: { decision?: Decision['decision']; arguments?: string[] } = {},
): Promise<TaskView> {
  const { decision = 'approve', arguments: names } = how
  const said = { ...decisionOn(waiting, decision), remember: { scope, ...(names ? { arguments: names } : {}) } }
  await world.service.approve(waiting.task_id, [said], 1)
  return world.settled(waiting.task_id)
}

/** A chat in which one mail waits. */
async function waiting(options: WorldOptions = {}, args: object = {}) {
  const world = start({ ...options, turns: [turn([send('ada', args)]), ...(options.turns ?? [])] })
  await world.ask()
  const [shown] = world.service.pendingCalls() as [CallView]
  return { world, shown }
}

// A1: one question makes dozens of calls, and each of them asked.
test('P5: after “in this chat” the following calls of the operation run, each says by which rule, and the rule counts them (A1)', async () => {
  const eleven = Array.from({ length: 11 }, (_, index) => turn([send(`friend ${index}`)]))
  const { world, shown } = await waiting({ turns: [...eleven, say('All sent.')] })
  const task = await remember(world, shown, 'task')
  expect(task).toMatchObject({ status: 'COMPLETED', final_response: 'All sent.' })
  expect(sends(world)).toHaveLength(12)
  const [rule] = world.service.rules.list()
  expect(rule).toMatchObject({
    verdict: 'allow',
    scope: 'task',
    task: { id: task.id, agent: 'Ada' },
    display_name: 'Mail',
    operation: 'send',
    state: 'active',
    hits: 11,
    created_by: 'You',
    call: { id: shown.id },
  })
  const [first, second] = world.calls(task.id)
  expect(first).toMatchObject({ decision: { verdict: 'approve', by: 'You' }, rule: null, remembered: { id: rule?.id } })
  expect(second).toMatchObject({
    decision: null,
    rule: { id: rule?.id, verdict: 'allow', scope: 'task', state: 'active', hits: 11 },
    policy: `Runs without asking: you allowed it in this chat (rule #${rule?.id}).`,
  })
  world.driver.add(turn([send('eve')]))
  await world.ask('Another chat')
  expect(world.service.pendingCalls()).toHaveLength(1)
})

test('P5: “this agent” holds in its other chats and for no other agent; “always” for all', async () => {
  const { world, shown } = await waiting()
  await remember(world, shown, 'agent')
  const other = world.addAgent('Bob', [turn([send()]), say('Sent.'), turn([send()]), say('Sent.')])
  world.driver.add(turn([send()]), say('Sent.'))
  expect(await world.ask()).toMatchObject({ status: 'COMPLETED' })
  const bobs = world.service.create({ agent_id: other, prompt: 'Go' }, 1)
  expect(await world.settled(bobs.id)).toMatchObject({ status: 'PENDING_APPROVAL' })
  const [asking] = world.service.pendingCalls() as [CallView]
  await remember(world, asking, 'always')
  const again = world.service.create({ agent_id: other, prompt: 'Go' }, 1)
  expect(await world.settled(again.id)).toMatchObject({ status: 'COMPLETED' })
})

// A9: the key is plugin, tool and operation, never the bare tool.
test('P5: a rule is for one operation, never for the whole tool (A9)', async () => {
  const { world, shown } = await waiting({ turns: [turn([call('mail', { action: 'erase' })])] })
  const task = await remember(world, shown, 'agent')
  expect(task.status).toBe('PENDING_APPROVAL')
  expect(world.tools.effects).not.toContain('erase')
})

test('P5: bound to the exact values of named arguments, it holds for those alone', async () => {
  const { world, shown } = await waiting({ turns: [turn([send('ada', { copies: 3 }), send('bob')])] })
  const task = await remember(world, shown, 'agent', { arguments: ['to'] })
  expect(world.service.rules.list()[0]?.arguments).toEqual({ to: 'ada' })
  expect(world.calls(task.id).map(({ state }) => state)).toEqual(['succeeded', 'succeeded', 'awaiting'])
  expect(world.calls(task.id)[1]?.policy).toMatch(/for this agent with these values/)
  // The receipt says so too, on the call it was made with and on the one it decided.
  expect(world.calls(task.id)[0]?.remembered?.arguments).toEqual({ to: 'ada' })
  expect(world.calls(task.id)[1]?.rule?.arguments).toEqual({ to: 'ada' })
})

test('P5: a rule binds what was approved, not what the model had sent', async () => {
  const { world, shown } = await waiting()
  const edited = await world.service.editCall(shown.id, { action: 'send', to: 'bob' }, 1)
  await remember(world, edited, 'agent', { arguments: ['to'] })
  expect(world.service.rules.list()[0]?.arguments).toEqual({ to: 'bob' })
})

test('P5: a name the call does not have cannot be bound, and then nothing is stored', async () => {
  const { world, shown } = await waiting()
  await expect(remember(world, shown, 'agent', { arguments: ['subject'] })).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
  })
  expect(world.service.call(shown.id)).toMatchObject({ state: 'awaiting', decision: null })
  expect(world.service.rules.list()).toEqual([])
})

test('P5: values are compared as canonical JSON, exactly', async () => {
  const { world, shown } = await waiting({}, { more: { a: [1, { b: 2 }], c: 'x' } })
  await remember(world, shown, 'agent', { arguments: ['more'] })
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc.constant({ c: 'x', a: [1, { b: 2 }] }),
        fc.constant({ a: [{ b: 2 }, 1], c: 'x' }),
        fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.jsonValue({ maxDepth: 2 })),
      ),
      async more => {
        world.driver.add(turn([send('eve', { more })]))
        const task = await world.ask()
        const same = canonicalJson(more as never) === canonicalJson({ a: [1, { b: 2 }], c: 'x' })
        const state = world.calls(task.id)[0]?.state
        if (state === 'invalid') return // a number no one can rely on
        expect(state).toBe(same ? 'succeeded' : 'awaiting')
        if (!same) world.service.abort(task.id)
      },
    ),
    { numRuns: loops(100) },
  )
}, 120_000)

test('P5: a new rule decides every waiting call it covers at once, in any chat, and leaves the others', async () => {
  const world = start({
    turns: [
      turn([send('a'), send('b')]),
      turn([send('c'), call('mail', { action: 'erase' })]),
      say('One.'),
      say('Two.'),
    ],
  })
  const one = await world.ask()
  const two = await world.ask()
  const [first] = world.service.pendingCalls() as [CallView]
  await remember(world, first, 'agent')
  await world.service.idle()
  expect(world.service.get(one.id).status).toBe('COMPLETED')
  expect(world.service.get(two.id).status).toBe('PENDING_APPROVAL')
  expect(sends(world)).toHaveLength(3)
  expect(world.service.pendingCalls()).toMatchObject([{ operation: 'erase' }])
  expect(world.service.rules.list()[0]?.hits).toBe(2)
})

test('P5: “never” refuses this call and the following ones, in words for the model, without asking', async () => {
  const { world, shown } = await waiting({ turns: [turn([send('bob')]), say('I see.')] })
  const task = await remember(world, shown, 'agent', { decision: 'reject' })
  expect(task).toMatchObject({ status: 'COMPLETED', final_response: 'I see.' })
  expect(world.calls(task.id)).toMatchObject([
    { state: 'rejected', decision: { verdict: 'reject' } },
    { state: 'rejected', decision: null, rule: { verdict: 'deny', hits: 1 } },
  ])
  const told = world.driver.requests.at(-1)?.messages.at(-1)
  expect(told).toMatchObject({
    role: 'tool',
    isError: false,
    content: expect.stringMatching(/never run.*not a failure/),
  })
  expect(sends(world)).toEqual([])
})

// A15: a deny list that a wide allow overrides.
test('P1: deny comes before allow, whatever is narrower (A15)', async () => {
  const { world, shown } = await waiting()
  await remember(world, shown, 'task')
  world.driver.add(turn([send()]))
  await world.ask('Another')
  const [asking] = world.service.pendingCalls() as [CallView]
  await remember(world, asking, 'always', { decision: 'reject' })
  world.driver.add(turn([send()]), say('Ok.'))
  world.service.continue(shown.task_id, { prompt: 'Again.' })
  await world.settled(shown.task_id)
  expect(world.calls(shown.task_id).at(-1)).toMatchObject({ state: 'rejected', rule: { verdict: 'deny' } })
})

test('P1: a rule comes before the operation override, and an operation that is off before a rule', async () => {
  const { world, shown } = await waiting({
    turns: [say('Ok.'), turn([send()]), say('Ok.'), turn([send()]), say('Ok.')],
  })
  world.parts.activation.setOperation(world.agentId, MAIL, 'send', { requires_approval: true })
  await remember(world, shown, 'agent')
  expect(await world.ask()).toMatchObject({ status: 'COMPLETED' })
  expect(sends(world)).toHaveLength(2)
  world.parts.activation.setOperation(world.agentId, MAIL, 'send', { enabled: false })
  const task = await world.ask()
  expect(world.calls(task.id)[0]?.state).toBe('invalid')
})

test('P7: what cannot be undone runs by a rule only because the operator said so', async () => {
  const erase = () => turn([call('mail', { action: 'erase' })])
  const world = start({ turns: [erase(), erase(), say('Ok.')] })
  await world.ask()
  const [asking] = world.service.pendingCalls() as [CallView]
  expect(asking.policy).toMatch(/cannot be undone/)
  expect(await remember(world, asking, 'agent')).toMatchObject({ status: 'COMPLETED' })
})

// A10: no way to withdraw “always allow” from where it was given.
test('P5: a revoked rule decides nothing any more; the receipt still names it (A10)', async () => {
  const { world, shown } = await waiting({ turns: [turn([send()]), say('Ok.'), turn([send()])] })
  const task = await remember(world, shown, 'agent')
  const [rule] = world.service.rules.list()
  expect(world.service.rules.revoke(rule?.id ?? 0)).toEqual({ revoked: true })
  expect(world.service.rules.revoke(rule?.id ?? 0)).toEqual({ revoked: false })
  expect(world.service.rules.list()).toEqual([])
  expect(await world.ask()).toMatchObject({ status: 'PENDING_APPROVAL' })
  expect(world.calls(task.id)[1]?.rule).toMatchObject({ id: rule?.id, state: 'revoked' })
  expect(world.service.rules.restore(rule?.id ?? 0)).toMatchObject({ state: 'active', hits: 2 })
  expect(world.service.rules.list()).toHaveLength(1)
  expect(() => world.service.rules.revoke(99)).toThrow(expect.objectContaining({ code: 'RULE_NOT_FOUND' }))
})

test.each(['restored', 'looked at'] as const)(
  'P5: a rule that counts again because it was %s decides every waiting call it covers at once',
  async how => {
    const world = start({ turns: [turn([send('a')]), say('Ok.'), turn([send('b')]), say('Sent.')] })
    const first = await world.ask()
    const [shown] = world.service.pendingCalls() as [CallView]
    await remember(world, shown, 'always')
    const [rule] = world.service.rules.list()
    if (how === 'restored') world.service.rules.revoke(rule?.id ?? 0)
    else world.updateTool('mail')
    const second = await world.ask()
    expect(second.status).toBe('PENDING_APPROVAL')
    if (how === 'restored') world.service.rules.restore(rule?.id ?? 0)
    else world.service.rules.review(rule?.id ?? 0)
    expect(await world.settled(second.id)).toMatchObject({ status: 'COMPLETED', final_response: 'Sent.' })
    expect(world.calls(second.id)[0]).toMatchObject({ state: 'succeeded', rule: { hits: 1 } })
    expect(first.id).not.toBe(second.id)
  },
)

// A21: the live session kept the old policy.
test('P5: a rule revoked between plan and execution does not count (A21)', async () => {
  const { world, shown } = await waiting({
    limits: { callsPerAgent: 1 },
    turns: [turn([call('slow', { action: 'wait', name: 'a' }), send()]), say('Ok.')],
  })
  void remember(world, shown, 'agent')
  await world.until(() => world.tools.gates.size === 1)
  world.service.rules.revoke(world.service.rules.list()[0]?.id ?? 0)
  world.tools.gates.get('a')?.()
  await world.service.idle()
  expect(world.service.get(shown.task_id).status).toBe('PENDING_APPROVAL')
  expect(sends(world)).toHaveLength(1)
})

// T-APPR-05
test('P5: any change of the tool suspends its rules until they were looked at; “never” then asks and does not run', async () => {
  const { world, shown } = await waiting({
    turns: [say('Ok.'), turn([send()]), say('Ok.'), turn([send()]), say('Ok.')],
  })
  await remember(world, shown, 'agent')
  world.updateTool('mail')
  const [rule] = world.service.rules.list()
  expect(rule?.state).toBe('tool_changed')
  const asking = await world.ask()
  expect(asking.status).toBe('PENDING_APPROVAL')
  expect(world.service.rules.review(rule?.id ?? 0)).toMatchObject({ state: 'active' })
  world.service.abort(asking.id)
  expect(await world.ask()).toMatchObject({ status: 'COMPLETED' })
})

test('P5: a “never” for another version of the tool asks, also where the tool would run on its own', async () => {
  const world = start({ turns: [turn([send()]), say('Ok.')] })
  await world.ask()
  await remember(world, world.service.pendingCalls()[0] as CallView, 'always', { decision: 'reject' })
  world.updateTool('mail')
  world.parts.activation.setOperation(world.agentId, MAIL, 'send', { requires_approval: false })
  world.driver.add(turn([send()]))
  await world.ask()
  expect(world.service.pendingCalls()[0]?.policy).toMatch(/you said never.*the tool has changed/)
})

test('P5: setting an operation to ask suspends the allow rules it overrides, for that agent, until they were looked at', async () => {
  const { world, shown } = await waiting({ turns: [say('Ok.'), turn([send()]), say('Ok.')] })
  await remember(world, shown, 'always')
  const other = world.addAgent('Bob', [turn([send()]), say('Ok.')])
  expect(world.service.rules.allowing(world.agentId, MAIL, 'send')).toBe(1)
  world.parts.activation.setOperation(world.agentId, MAIL, 'send', { requires_approval: true })
  expect(world.service.rules.allowing(world.agentId, MAIL, 'send')).toBe(0)
  const [rule] = world.service.rules.list()
  expect(rule).toMatchObject({ state: 'operation_asks', suspended_for: [{ name: 'Ada' }] })
  expect(await world.ask()).toMatchObject({ status: 'PENDING_APPROVAL' })
  const bobs = world.service.create({ agent_id: other, prompt: 'Go' }, 1)
  expect(await world.settled(bobs.id)).toMatchObject({ status: 'COMPLETED' })
  expect(world.service.rules.review(rule?.id ?? 0)).toMatchObject({ state: 'active', suspended_for: [] })
})

test('P5: the same rule twice is one', async () => {
  const world = start({ turns: [turn([send('a')]), turn([send('b')])] })
  await world.ask()
  const [first] = world.service.pendingCalls() as [CallView]
  await remember(world, first, 'task')
  world.service.rules.revoke(1)
  const second = world.service.pendingCalls()
  expect(second).toHaveLength(0)
  world.driver.add(turn([send('c'), send('d')]), say('Ok.'))
  world.service.continue(first.task_id, { prompt: 'More' })
  await world.settled(first.task_id)
  const both = world.service.pendingCalls().map(waits => ({
    ...decisionOn(waits, 'approve'),
    remember: { scope: 'agent' as const },
  }))
  await world.service.approve(first.task_id, both, 1)
  await world.service.idle()
  expect(world.service.rules.list()).toHaveLength(1)
})

// A13: two servers offer the same tool.
test('P5: a rule belongs to the tool of one plugin, never to its name (A13)', async () => {
  const { world, shown } = await waiting({ turns: [say('Ok.'), turn([send()])] })
  await remember(world, shown, 'always')
  const mail = world.parts.registry.byClass(MAIL)
  if (!mail) throw new Error('There is no mail.')
  world.removeTool('mail')
  world.parts.registry.register([{ ...mail, toolClass: 'other/MailTool', pluginSlug: 'other', fingerprint: 'other' }])
  world.parts.activation.setTool(world.agentId, 'other/MailTool', true)
  expect(await world.ask()).toMatchObject({ status: 'PENDING_APPROVAL' })
  expect(world.service.rules.list()[0]?.state).toBe('tool_gone')
  expect(() => world.service.rules.review(1)).toThrow(expect.objectContaining({ code: 'TOOL_NOT_FOUND' }))
})

// A7: a decided state comes from the row.
test('P5: rules and their counts survive a restart (A7)', async () => {
  const { world, shown } = await waiting({ turns: [say('Ok.'), turn([send()]), say('Ok.')] })
  await remember(world, shown, 'agent')
  const before = world.service.rules.list()
  await world.restart()
  expect(world.service.rules.list()).toEqual(before)
  expect(await world.ask()).toMatchObject({ status: 'COMPLETED' })
})

test('P5: a removed chat takes its rules along; the others lose only the call they came from', async () => {
  const world = start({ turns: [turn([send('a')]), say('Ok.'), turn([send('b')]), say('Ok.')] })
  for (const scope of ['task', 'agent'] as const) {
    await world.ask()
    await remember(world, world.service.pendingCalls()[0] as CallView, scope)
  }
  for (const { id } of world.service.list()) world.service.remove(id)
  expect(world.service.rules.list()).toMatchObject([{ scope: 'agent', call: null }])
})

test('P6: for a sub-agent, “in this chat” counts although its parent has to ask; for its agent alone it would not', async () => {
  const world = team([])
  worlds.push(world)
  const researcher = world.addAgent('Researcher', [turn([send('a')]), turn([send('b')]), say('Sent.')])
  connect(world, world.agentId, [researcher])
  world.parts.activation.setOperation(researcher, MAIL, 'send', { requires_approval: false })
  world.driver.add(turn([subAgent(researcher)]), say('Done.'))
  const task = await world.ask()
  const [asking] = world.service.pendingCalls() as [CallView]
  expect(asking.rememberable).toEqual(['task'])
  await remember(world, asking, 'task')
  expect(await world.settled(task.id)).toMatchObject({ status: 'COMPLETED' })
  expect(begun(world)[0]).toMatchObject({ status: 'COMPLETED' })
  expect(sends(world)).toHaveLength(2)
})

test('P6: a “never” for the parent holds for its sub-agents', async () => {
  const world = team([turn([send()])])
  worlds.push(world)
  const researcher = world.addAgent('Researcher', [turn([send()]), say('Not sent.')])
  connect(world, world.agentId, [researcher])
  await world.ask()
  await remember(world, world.service.pendingCalls()[0] as CallView, 'agent', { decision: 'reject' })
  world.driver.add(turn([subAgent(researcher)]), say('Done.'))
  await world.ask()
  const [child] = begun(world) as [TaskView]
  expect(world.calls(child.id)[0]).toMatchObject({ state: 'rejected', rule: { verdict: 'deny' } })
})

describe('R2: what is kept under the class of a tool', () => {
  const toolData = ({ parts, service }: World) => new ToolData({ ...parts, others: () => [service.rules] })

  test('P5: what was forbidden does not run because the tool is called something else now, and what was allowed asks', async () => {
    for (const decision of ['reject', 'approve'] as const) {
      const { world, shown } = await waiting({ turns: [say('Ok.'), turn([send()])] })
      await remember(world, shown, 'always', { decision })
      const mail = world.parts.registry.byClass(MAIL)
      world.parts.activation.setOperation(world.agentId, MAIL, 'send', {
        requires_approval: decision === 'reject' ? false : null,
      })
      world.removeTool('mail')
      const renamed = { ...mail, toolClass: 'acme/MailTool', pluginSlug: 'acme', fingerprint: 'another' }
      world.parts.registry.register([renamed as RegisteredTool])
      const data = toolData(world)
      expect(data.classesOf('core').map(({ toolClass }) => toolClass)).toContain(MAIL)
      data.move(MAIL, 'acme/MailTool', 'mail')
      expect(world.service.rules.list()).toMatchObject([{ tool_class: 'acme/MailTool', state: 'tool_changed' }])
      expect(await world.ask()).toMatchObject({ status: 'PENDING_APPROVAL' })
      expect(sends(world)).toHaveLength(decision === 'reject' ? 0 : 1)
    }
  })

  test('R2: a class that only has rules moves too', async () => {
    const { world, shown } = await waiting()
    await remember(world, shown, 'agent')
    world.parts.database.sqlite.exec('DELETE FROM agent_tools; DELETE FROM agent_tool_operation_overrides')
    expect(toolData(world).classesOf('core')).toEqual([{ toolClass: MAIL, toolName: '' }])
    expect(toolData(world).classesOf('cor')).toEqual([])
  })

  test('P5: what was allowed goes with the data of a plugin, what was forbidden stays, should it come back', async () => {
    const { world, shown } = await waiting({ turns: [turn([send('bob')]), say('Ok.'), turn([send()])] })
    await remember(world, shown, 'agent', { arguments: ['to'] })
    const [second] = world.service.pendingCalls() as [CallView]
    await remember(world, second, 'agent', { decision: 'reject', arguments: ['to'] })
    toolData(world).drop('core')
    expect(world.service.rules.list()).toMatchObject([{ verdict: 'deny', arguments: { to: 'bob' } }])
    world.parts.activation.setTool(world.agentId, MAIL, true)
    expect(await world.ask()).toMatchObject({ status: 'PENDING_APPROVAL' })
  })
})
