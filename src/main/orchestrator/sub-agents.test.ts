import { afterEach, expect, test } from 'vitest'
import { loops } from '../../../test/loops.ts'
import type { TaskView } from '../../shared/contract/tasks.ts'
import { ModelError } from '../models/model-error.ts'
import { call, type ScriptedTurn, say, turn } from './testing/scripted-driver.ts'
import { begun, connect, HANDOVER, handOver, subAgent, team, told } from './testing/team.ts'
import { decisionOn, type World, type WorldOptions } from './testing/world.ts'

const worlds: World[] = []
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.close()
})

/** Planner, who may start Researcher. `plan`: what Planner says, given the id of Researcher. */
function start(
  plan: (researcher: number) => ScriptedTurn[],
  research: ScriptedTurn[] = [],
  options: WorldOptions = {},
) {
  const world = team([], options)
  worlds.push(world)
  const researcher = world.addAgent('Researcher', research)
  connect(world, world.agentId, [researcher])
  world.driver.add(...plan(researcher))
  return { world, researcher }
}

const SEND = call('mail', { action: 'send', to: 'ada' })
const mails = (world: World) => world.tools.effects.filter(line => line.startsWith('send '))

test('H1, H3: a parent waits for its sub-agent, hears its answer as the result of the call, and goes on once', async () => {
  const { world, researcher } = start(id => [turn([subAgent(id, ' Find it. ')]), say('All done.')], [say('Found it.')])
  const task = await world.ask('Plan it.')
  expect(task).toMatchObject({ status: 'COMPLETED', final_response: 'All done.', step_count: 2 })
  const [child] = begun(world) as [TaskView]
  expect(child).toMatchObject({
    agent: { id: researcher, name: 'Researcher' },
    status: 'COMPLETED',
    parent: { task_id: task.id, agent: { name: 'Planner' }, origin: 'sub_agent' },
  })
  expect(child.timeline[0]).toMatchObject({ kind: 'user', text: 'Find it.' })
  expect(task.data).toEqual({ spawned_sub_task_ids: [child.id] })
  expect(world.calls(task.id)).toMatchObject([
    {
      state: 'succeeded',
      result: {
        content: `Sub-agent task #${child.id} completed:\n\nFound it.`,
        data: { op: 'sub_agent', spawned_sub_task_ids: [child.id], target_agent_id: researcher },
      },
      sub_agent: { task_id: child.id, agent: { name: 'Researcher' }, status: 'COMPLETED', waiting_calls: 0 },
    },
  ])
  expect(told(world)).toEqual([`Sub-agent task #${child.id} completed:\n\nFound it.`])
  expect(world.driver.requests).toHaveLength(2)
})

test('H3: until the sub-agent is over the call has no result, and the parent is AWAITING_SUB_AGENTS', async () => {
  const { world } = start(
    id => [turn([subAgent(id), call('lookup', { word: 'x' })]), say('Done.')],
    [turn([SEND]), say('Sent.')],
  )
  const task = await world.ask()
  expect(task).toMatchObject({ status: 'AWAITING_SUB_AGENTS', waiting_calls: 1, last_line: 'Send mail to ada' })
  expect(world.calls(task.id)).toMatchObject([
    { state: 'started', result: null, sub_agent: { status: 'PENDING_APPROVAL', waiting_calls: 1 } },
    { state: 'succeeded' },
  ])
  expect(world.driver.requests).toHaveLength(1)
  expect(world.service.list().map(({ id }) => id)).toEqual([task.id])
})

test('H3: two sub-agents and another call in one turn: results in call order, one resume', async () => {
  const { world, researcher } = start(id => [
    turn([subAgent(id, 'One'), call('lookup', { word: 'x' }), subAgent(id, 'Two')]),
    say('Done.'),
  ])
  world.driverOf(researcher).add(say('First.'), say('Second.'))
  const task = await world.ask()
  expect(task).toMatchObject({ status: 'COMPLETED', step_count: 2 })
  const [one, two] = begun(world) as [TaskView, TaskView]
  expect(task.data).toEqual({ spawned_sub_task_ids: [one.id, two.id] })
  expect(told(world)).toEqual([
    `Sub-agent task #${one.id} completed:\n\n${one.final_response}`,
    'x means something.',
    `Sub-agent task #${two.id} completed:\n\n${two.final_response}`,
  ])
  expect(world.driver.requests).toHaveLength(2)
})

test.each<[string, ScriptedTurn[], RegExp, Partial<WorldOptions['limits']>?]>([
  ['fails', [new ModelError('LLM_AUTH', 'The key was refused.', { retryable: false })], /failed: The key was refused/],
  ['reaches its step limit', Array(30).fill(turn([call('lookup', { word: 'x' })])), /failed: Stopped after 20 steps/],
])('H3: a sub-agent that %s is an answer, and the parent goes on', async (_how, research, words) => {
  const looked = research.map((say, index) =>
    Array.isArray(say) ? turn([call('lookup', { word: `word ${index}` })]) : say,
  )
  const { world } = start(id => [turn([subAgent(id)]), say('Without it, then.')], looked)
  const task = await world.ask()
  expect(task).toMatchObject({ status: 'COMPLETED', final_response: 'Without it, then.' })
  expect(told(world)[0]).toMatch(words)
  expect(world.calls(task.id)[0]).toMatchObject({ state: 'failed' })
})

test('H3: “stop this one” ends a sub-agent alone, and the parent hears it', async () => {
  const { world } = start(id => [turn([subAgent(id)]), say('Then not.')], [turn([SEND])])
  const task = await world.ask()
  const [child] = begun(world) as [TaskView]
  world.service.abort(child.id)
  expect(await world.settled(task.id)).toMatchObject({ status: 'COMPLETED', final_response: 'Then not.' })
  expect(told(world)).toEqual([`Sub-agent task #${child.id} failed: the operator stopped it.`])
})

test('H3: a deleted sub-agent does not hang its parent', async () => {
  const { world } = start(id => [turn([subAgent(id)]), say('Gone, then.')], [turn([SEND])])
  const task = await world.ask()
  const [child] = begun(world) as [TaskView]
  world.service.remove(child.id)
  expect(await world.settled(task.id)).toMatchObject({ status: 'COMPLETED', final_response: 'Gone, then.' })
  expect(told(world)[0]).toMatch(/the operator stopped it/)
})

test('T1: abort reaches every sub-agent below, and no result is left open', async () => {
  const { world, researcher } = start(id => [turn([subAgent(id)])])
  const checker = world.addAgent('Checker', [turn([call('slow', { action: 'wait', name: 'c' })])])
  connect(world, researcher, [checker])
  world.driverOf(researcher).add(turn([subAgent(checker)]))
  const { id } = world.service.create({ agent_id: world.agentId, prompt: 'Go' }, 1)
  await world.until(() => world.tools.gates.size === 1)
  world.service.abort(id)
  const task = await world.settled(id)
  expect([task, ...begun(world)].map(({ status }) => status)).toEqual(['ABORTED', 'ABORTED', 'ABORTED'])
  for (const each of [task, ...begun(world)])
    for (const made of world.calls(each.id)) expect(made).toMatchObject({ state: 'failed', result: { success: false } })
})

test('T1: removing a chat removes its sub-agents, whatever they do', async () => {
  const { world } = start(id => [turn([subAgent(id)])], [turn([SEND])])
  const task = await world.ask()
  expect(world.service.remove(task.id)).toEqual({ removed: true })
  await world.service.idle()
  expect(world.service.list({ sub_agents: true })).toEqual([])
  expect(world.service.pendingCalls()).toEqual([])
})

test('H3: parent and sub-agent go on after a restart, once', async () => {
  const { world } = start(id => [turn([subAgent(id)]), say('All done.')], [turn([SEND]), say('Sent.')])
  const task = await world.ask()
  await world.restart()
  expect(await world.settled(task.id)).toMatchObject({ status: 'AWAITING_SUB_AGENTS' })
  const [child] = begun(world) as [TaskView]
  await world.decide(child.id, ['approve'])
  expect(await world.settled(task.id)).toMatchObject({ status: 'COMPLETED', final_response: 'All done.' })
  await world.restart()
  await world.service.idle()
  expect(mails(world)).toHaveLength(1)
  expect(world.driver.requests).toHaveLength(2)
})

test('H2: a handover closes the chat: no further turn, exact shapes, what waited is over', async () => {
  const { world, researcher } = start(
    id => [turn([SEND, handOver(id, 'Go on from here.')]), say('never said')],
    [say('I took over.')],
  )
  const task = await world.ask()
  const [target] = begun(world) as [TaskView]
  expect(task).toMatchObject({
    status: 'COMPLETED',
    final_response: 'Handed off to Researcher.',
    last_line: 'Handed off to Researcher.',
    can_follow_up: false,
    data: { handover: { target_task_id: target.id, target_agent_id: researcher, target_agent_name: 'Researcher' } },
  })
  expect(task.timeline.at(-1)).toMatchObject({ kind: 'notice', code: 'HANDED_OVER', task_id: target.id })
  expect(world.calls(task.id)).toMatchObject([
    { state: 'cancelled', result: { content: expect.stringContaining('handed over to Researcher') } },
    {
      state: 'succeeded',
      result: {
        content: `Handed off to Researcher: [New task #${target.id}](/tasks/${target.id}).`,
        data: { handover: true, op: 'handover', new_task_id: target.id, target_agent_id: researcher },
      },
    },
  ])
  expect(target).toMatchObject({ status: 'COMPLETED', final_response: 'I took over.', parent: { origin: 'handover' } })
  expect(world.driver.requests).toHaveLength(1)
  expect(() => world.service.continue(task.id, { prompt: 'More' })).toThrow(
    expect.objectContaining({ code: 'INVALID_STATE' }),
  )
  expect(
    world.service
      .list()
      .map(({ id }) => id)
      .toSorted(),
  ).toEqual([task.id, target.id])
})

test('H2: the chat it was handed to outlives the one it came from', async () => {
  const { world } = start(id => [turn([handOver(id)])], [turn([SEND]), say('Sent.')])
  const task = await world.ask()
  const [target] = begun(world) as [TaskView]
  world.service.remove(task.id)
  await world.decide(target.id, ['approve'])
  expect(await world.settled(target.id)).toMatchObject({ status: 'COMPLETED', parent: null })
})

test('H2: when the chat it was handed to is gone, its number stays so and a closed chat can be taken up again', async () => {
  const { world } = start(id => [turn([handOver(id)]), say('Here again.')], [say('Taken over.')])
  const task = await world.ask()
  const [target] = begun(world) as [TaskView]
  world.service.remove(target.id)
  const other = world.service.create({ agent_id: world.agentId, prompt: 'Another' }, 1)
  expect(other.id).toBeGreaterThan(target.id) // what still names the removed one leads nowhere
  await world.settled(other.id)
  expect(world.service.get(task.id).can_follow_up).toBe(true)
  world.driver.add(say('Gladly.'))
  world.service.continue(task.id, { prompt: 'Go on here.' })
  expect(await world.settled(task.id)).toMatchObject({ status: 'COMPLETED', final_response: 'Gladly.' })
})

test('H3: a sub-agent that hands over is over when the last of the chain is, however that ends', async () => {
  const { world, researcher } = start(id => [turn([subAgent(id)]), say('All done.')])
  const writer = world.addAgent('Writer', [turn([SEND]), say('Written.')])
  connect(world, researcher, [writer])
  world.driverOf(researcher).add(turn([handOver(writer)]))
  const task = await world.ask()
  const [child, heir] = begun(world) as [TaskView, TaskView]
  expect(task.status).toBe('AWAITING_SUB_AGENTS')
  expect(child.status).toBe('COMPLETED')
  expect(world.service.pendingCalls()[0]?.path).toMatchObject([{ task_id: task.id }, { task_id: heir.id }])
  expect(world.service.list().map(({ id }) => id)).toEqual([task.id])
  await world.decide(heir.id, ['approve'])
  expect(await world.settled(task.id)).toMatchObject({ status: 'COMPLETED', final_response: 'All done.' })
  expect(told(world)).toEqual([`Sub-agent task #${child.id} completed:\n\nWritten.`])
})

/** A turn that the end of the app cut off is asked for once more. */
const again = (turns: readonly ScriptedTurn[]) => turns.flatMap(each => [each, each, each])

/** A team in which a sub-agent waits with a letter: alone, or at the end of handovers. */
async function waitingBelow(handovers: number, research: ScriptedTurn[], more: { max_steps?: number } = {}) {
  const world = team([])
  worlds.push(world)
  const chain = Array.from({ length: handovers + 1 }, (_, at) => `Researcher ${at}`)
  const agents = chain.map((name, at) =>
    world.addAgent(name, at === handovers ? [turn([SEND]), ...again(research)] : [], more),
  )
  connect(world, world.agentId, [agents[0] as number])
  for (const [at, next] of agents.slice(1).entries()) {
    connect(world, agents[at] as number, [next])
    world.driverOf(agents[at] as number).add(turn([handOver(next)]))
  }
  world.driver.add(turn([subAgent(agents[0] as number)]), ...again([say('All done.')]))
  const task = await world.ask()
  expect(task.status).toBe('AWAITING_SUB_AGENTS')
  return { world, task, last: begun(world).at(-1) as TaskView }
}

const approved = async (world: World, { id }: TaskView) => {
  const [waits] = world.calls(id).filter(({ state }) => state === 'awaiting')
  if (waits) await world.service.approve(id, [decisionOn(waits, 'approve')], 1)
}
const refused = new ModelError('LLM_AUTH', 'The key was refused.', { retryable: false })

type Below = Awaited<ReturnType<typeof waitingBelow>>
const ENDS: Record<
  string,
  { begin: () => Promise<Below>; end: (world: World, last: TaskView) => unknown; told: RegExp }
> = {
  completes: { begin: () => waitingBelow(0, [say('Sent.')]), end: approved, told: /completed:\n\nSent\.$/ },
  fails: { begin: () => waitingBelow(0, [refused]), end: approved, told: /failed: The key was refused/ },
  'reaches its step limit': {
    begin: () => waitingBelow(0, [turn([SEND])], { max_steps: 1 }),
    end: approved,
    told: /failed: Stopped after 1 step/,
  },
  'is stopped': {
    begin: () => waitingBelow(0, []),
    end: (world, { id }) => world.service.abort(id),
    told: /failed: the operator stopped it/,
  },
  'is deleted': {
    begin: () => waitingBelow(0, []),
    end: (world, { id }) => world.service.remove(id),
    told: /failed: the operator stopped it/,
  },
  'was cancelled while the app did not run': {
    begin: () => waitingBelow(0, []),
    end: async (world, { id }) => {
      world.parts.database.sqlite.exec(
        `UPDATE tasks SET status = 'CANCELLED' WHERE id = ${id}; UPDATE tool_calls SET state = 'cancelled' WHERE task_id = ${id}`,
      )
      await world.restart()
    },
    told: /failed: the operator stopped it/,
  },
  'hands over, and that one completes': {
    begin: () => waitingBelow(1, [say('Sent.')]),
    end: approved,
    told: /completed:\n\nSent\.$/,
  },
  'hands over twice, and the last fails': {
    begin: () => waitingBelow(2, [refused]),
    end: approved,
    told: /failed: The key was refused/,
  },
  'hands over twice, and the last is stopped': {
    begin: () => waitingBelow(2, []),
    end: (world, { id }) => world.service.abort(id),
    told: /failed: the operator stopped it/,
  },
}

/** Whether the app is started again before the end, right at it, and after it. */
const RESTARTS = [0, 1, 2, 3, 4, 5, 6, 7].map(
  bits => [bits & 1, bits & 2, bits & 4].map(Boolean) as [boolean, boolean, boolean],
)

test.each(Object.keys(ENDS))(
  'H3, T8: a parent goes on exactly once when its sub-agent %s, whenever the app is started again',
  async how => {
    const { begin, end, told: words } = ENDS[how] as (typeof ENDS)[string]
    // Another part of the eight each time, all of them in the full run.
    const first = Math.floor(Math.random() * RESTARTS.length)
    for (let run = 0; run < Math.max(2, loops(RESTARTS.length)); run++) {
      const [before, atOnce, after] = RESTARTS[(first + run * 3) % RESTARTS.length] ?? [false, false, false]
      const { world, task, last } = await begin()
      if (before) await world.restart()
      await end(world, last)
      if (atOnce) await world.restart()
      const parent = await world.settled(task.id)
      expect([how, before, atOnce, parent.status, parent.final_response]).toEqual([
        how,
        before,
        atOnce,
        'COMPLETED',
        'All done.',
      ])
      if (after) await world.restart()
      await world.service.idle()
      const { timeline } = world.service.get(task.id)
      expect(timeline.filter(({ kind }) => kind === 'assistant')).toHaveLength(1)
      const results = world.parts.database.sqlite
        .prepare("SELECT content FROM task_history WHERE task_id = ? AND role = 'tool'")
        .pluck()
        .all(task.id)
      expect(results).toEqual([expect.stringMatching(words)])
      expect(world.service.pendingCalls()).toEqual([])
    }
  },
  60_000,
)

test('H4: self, archived, unknown, model-less and circular targets are refused with the reason; nothing begins', async () => {
  const { world, researcher } = start(() => [])
  const archived = world.addAgent('Old')
  world.parts.agents.setArchived(archived, true)
  const modelless = world.addAgent('Mute')
  connect(world, world.agentId, [researcher, archived, modelless, world.agentId, 999])
  connect(world, researcher, [world.agentId])
  Object.assign(world.parts.models, { configFor: (id: number) => (id === modelless ? null : 1) })
  world.driver.add(
    turn([world.agentId, archived, modelless, 999].map(id => subAgent(id))),
    turn([subAgent(researcher)]),
    say('Enough.'),
  )
  world.driverOf(researcher).add(turn([subAgent(world.agentId), handOver(world.agentId)]), say('In a circle.'))
  const task = await world.ask()
  expect(world.calls(task.id).map(({ result }) => result?.content)).toEqual([
    expect.stringMatching(/That is you/),
    expect.stringMatching(/Old is archived/),
    expect.stringMatching(/Mute has no model.*Settings/),
    expect.stringMatching(/no agent #999/),
    expect.stringMatching(/completed/),
  ])
  const children = begun(world)
  expect(children).toHaveLength(1)
  for (const { result } of world.calls(children[0]?.id ?? 0))
    expect(result?.content).toMatch(/Planner is on the way here already \(Planner › Researcher\).*circle/)
})

test('H4: an agent that is not on the list is refused, and so is a call outside a chat', async () => {
  const { world } = start(() => [])
  const other = world.addAgent('Other')
  world.driver.add(turn([subAgent(other)]), say('Ok.'))
  const task = await world.ask()
  expect(world.calls(task.id)[0]).toMatchObject({
    state: 'failed',
    result: { content: expect.stringMatching(/operator does not allow/) },
  })
  expect(begun(world)).toEqual([])
})

test('H4: five agents deep, and no deeper', async () => {
  const { world } = start(() => [])
  const chain = [world.agentId, ...['B', 'C', 'D', 'E', 'F', 'G'].map(name => world.addAgent(name))]
  for (const [index, id] of chain.entries()) {
    const next = chain[index + 1]
    if (next === undefined) continue
    connect(world, id, [next])
    world.driverOf(id).add(turn([subAgent(next)]), say(`${index} done.`))
  }
  await world.ask()
  expect(begun(world)).toHaveLength(5)
  expect(told(world, chain[5])[0]).toMatch(/5 agents deep \(Planner › B › C › D › E › F\)/)
})

test('H4: ten sub-agents of one chat at a time; the eleventh is told to wait', async () => {
  const { world } = start(
    id => [turn(Array.from({ length: 11 }, () => subAgent(id))), say('Ok.')],
    Array(10).fill(turn([SEND])),
  )
  const task = await world.ask()
  expect(begun(world)).toHaveLength(10)
  expect(world.calls(task.id).at(-1)).toMatchObject({
    state: 'failed',
    result: { content: expect.stringMatching(/10 sub-agents.*limit/) },
  })
})

test('H1: both operations ask unless the operator has said otherwise', async () => {
  const { world } = start(id => [turn([subAgent(id)])])
  world.parts.activation.setOperation(world.agentId, HANDOVER, 'sub_agent', { requires_approval: null })
  const task = await world.ask()
  expect(world.calls(task.id)[0]).toMatchObject({
    state: 'awaiting',
    human_description: 'Let **Researcher** do a part: Do your part.',
    effect: 'write',
  })
})

// B1: a sub-agent runs in automatic mode although the parent asks.
test('P6: a sub-agent asks for what its parent has to ask for (B1)', async () => {
  const { world, researcher } = start(id => [turn([subAgent(id)]), say('Ok.')], [turn([SEND]), say('Ok.')])
  world.parts.activation.setOperation(researcher, 'core/MailTool', 'send', { requires_approval: false })
  await world.ask()
  const [asking] = world.service.pendingCalls()
  expect(asking).toMatchObject({
    agent: { name: 'Researcher' },
    policy: 'Asks: Planner, whose sub-agent this is, has to ask for it.',
  })
  expect(mails(world)).toEqual([])
})

test('P6: a sub-agent asks for a tool that its parent does not have', async () => {
  const { world } = start(id => [turn([subAgent(id)]), say('Ok.')], [turn([call('lookup', { word: 'x' })]), say('Ok.')])
  world.parts.activation.setTool(world.agentId, 'core/LookupTool', false)
  await world.ask()
  expect(world.service.pendingCalls()[0]).toMatchObject({
    tool_name: 'lookup',
    policy: 'Asks: Planner, whose sub-agent this is, does not have this tool.',
  })
})

test('P6: what is switched off for the parent is off for its sub-agent', async () => {
  const { world, researcher } = start(id => [turn([subAgent(id)]), say('Ok.')], [turn([SEND]), say('Ok.')])
  world.parts.activation.setOperation(researcher, 'core/MailTool', 'send', { requires_approval: false })
  world.parts.activation.setOperation(world.agentId, 'core/MailTool', 'send', { enabled: false })
  await world.ask()
  const [child] = begun(world) as [TaskView]
  expect(world.calls(child.id)[0]).toMatchObject({ state: 'invalid' })
  expect(mails(world)).toEqual([])
})

test('P6: what both may run, runs; the same agent started by a person is not held back', async () => {
  const { world, researcher } = start(
    id => [turn([subAgent(id)]), say('Ok.')],
    [turn([call('lookup', { word: 'x' })]), say('Ok.'), turn([SEND]), say('Ok.')],
  )
  world.parts.activation.setOperation(researcher, 'core/MailTool', 'send', { requires_approval: false })
  expect(await world.ask()).toMatchObject({ status: 'COMPLETED' })
  const own = world.service.create({ agent_id: researcher, prompt: 'Go' }, 1)
  expect(await world.settled(own.id)).toMatchObject({ status: 'COMPLETED' })
  expect(mails(world)).toHaveLength(1)
})

// B4, B5: the card shows who asks, and the answer works from both views.
test('P6: a sub-agent’s question stands in the inbox and in the parent’s chat with its path, and is answered from there', async () => {
  const { world } = start(
    id => [turn([subAgent(id), subAgent(id)]), say('All done.')],
    [turn([SEND]), turn([SEND]), say('Sent.'), say('Sent.')],
  )
  const task = await world.ask('Plan it.')
  const asking = world.service.pendingCalls()
  expect(asking).toHaveLength(2)
  for (const { path, task_id } of asking)
    expect(path).toMatchObject([
      { task_id: task.id, title: 'Plan it.', agent: { name: 'Planner' } },
      { task_id, agent: { name: 'Researcher' } },
    ])
  expect(task.waiting_calls).toBe(2)
  await world.service.approve(
    task.id,
    asking.map(waiting => decisionOn(waiting, 'approve')),
    1,
  )
  expect(await world.settled(task.id)).toMatchObject({ status: 'COMPLETED', waiting_calls: 0 })
  expect(mails(world)).toHaveLength(2)
})

test('P6: a call of another chat cannot be decided from here', async () => {
  const { world } = start(id => [turn([subAgent(id)]), say('Hello.')], [turn([SEND])])
  await world.ask()
  const other = await world.ask()
  const [asking] = world.service.pendingCalls()
  if (!asking) throw new Error('Nothing waits.')
  await expect(world.service.approve(other.id, [decisionOn(asking, 'approve')])).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
  })
})

test('T8: a parent that waits takes no place among the tasks that run', async () => {
  const { world } = start(id => [turn([subAgent(id)]), say('Done.')], [say('Found.')], { limits: { runningTasks: 1 } })
  expect(await world.ask()).toMatchObject({ status: 'COMPLETED' })
})
