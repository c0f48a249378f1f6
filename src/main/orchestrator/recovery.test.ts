import { afterEach, expect, test } from 'vitest'
import type { CallView } from '../../shared/contract/calls.ts'
import type { FaultPoint } from './faults.ts'
import { call, say, turn } from './testing/scripted-driver.ts'
import { decisionOn, World, type WorldOptions } from './testing/world.ts'

const worlds: World[] = []
function start(options?: WorldOptions): World {
  const world = new World({ ...options, limits: { stopGraceMs: 10, ...options?.limits } })
  worlds.push(world)
  return world
}
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.close()
})

const SEND = call('mail', { action: 'send', to: 'ada' })
const wait = (action: string, name = 'a') => call('slow', { action, name })
const sends = (world: World) => world.tools.effects.filter(line => line.startsWith('send '))

/** A call of `slow` that the app leaves behind while it runs. */
async function leftBehind(action: 'wait' | 'watch') {
  const world = start({ turns: [turn([wait(action)]), say('Done.')] })
  const task = world.service.create({ agent_id: world.agentId, prompt: 'Go' }, 1)
  await world.until(() => world.tools.gates.size === 1)
  const [running] = world.calls(task.id) as [CallView]
  expect(running.state).toBe('started')
  world.tools.gates.clear()
  await world.restart()
  return { world, task, running }
}

test('J3: a call that waits is still there after a restart, and can be decided', async () => {
  const world = start({ turns: [turn([SEND]), say('Done.')] })
  const task = await world.ask()
  const before = world.service.get(task.id)
  await world.restart()
  await world.service.idle()
  expect(world.service.get(task.id)).toEqual(before)
  expect(world.service.pendingCalls()).toHaveLength(1)
  expect(world.tools.effects).toEqual([])
  expect(await world.decide(task.id, ['approve'])).toMatchObject({ status: 'COMPLETED' })
  expect(sends(world)).toHaveLength(1)
})

test('J2: a call that only reads and was cut off runs again under the same id', async () => {
  const { world, task, running } = await leftBehind('watch')
  await world.until(() => world.tools.gates.size === 1)
  expect(world.tools.effects).toEqual([`watch ${running.id}`, `watch ${running.id}`])
  world.tools.gates.get('a')?.()
  expect(await world.settled(task.id)).toMatchObject({ status: 'COMPLETED' })
})

test('N1, J2: a call that may have changed something is not repeated: a card asks what became of it', async () => {
  const { world, task, running } = await leftBehind('wait')
  const asked = await world.settled(task.id)
  expect(asked).toMatchObject({ status: 'PENDING_APPROVAL', waiting_calls: 1 })
  expect(world.service.pendingCalls()).toMatchObject([{ id: running.id, state: 'outcome_unknown' }])
  expect(world.tools.effects).toEqual(['begin a'])
})

test.each([
  ['it_happened', 'succeeded', false, /did take effect/],
  ['skip', 'failed', true, /may or may not/],
] as const)(
  'N1, J2: the answer “%s” ends the question without running anything',
  async (answer, state, isError, words) => {
    const { world, task, running } = await leftBehind('wait')
    await world.service.idle()
    expect(world.service.resolveCall(running.id, answer).state).toBe(state)
    expect(await world.settled(task.id)).toMatchObject({ status: 'COMPLETED' })
    expect(world.tools.effects).toEqual(['begin a'])
    const told = world.driver.requests.at(-1)?.messages.at(-1)
    expect(told).toMatchObject({ role: 'tool', isError, content: expect.stringMatching(words) })
    expect(() => world.service.resolveCall(running.id, answer)).toThrow(
      expect.objectContaining({ code: 'INVALID_STATE' }),
    )
  },
)

test('N1, J2: “run again” runs it once more', async () => {
  const { world, task, running } = await leftBehind('wait')
  await world.service.idle()
  world.service.resolveCall(running.id, 'run_again')
  await world.until(() => world.tools.gates.size === 1)
  world.tools.gates.get('a')?.()
  expect(await world.settled(task.id)).toMatchObject({ status: 'COMPLETED' })
  expect(world.tools.effects).toEqual(['begin a', 'begin a', 'end a'])
})

const switchOff = (operation: string) => (world: World) =>
  world.parts.activation.setOperation(world.agentId, 'core/SlowTool', operation, { enabled: false })

test.each<[why: string, state: CallView['state'], change: (world: World, taskId: number) => unknown]>([
  ['the chat is stopped', 'cancelled', (world, id) => world.service.abort(id)],
  ['the tool was updated', 'invalid', world => world.updateTool('slow')],
  ['the tool is gone', 'invalid', world => world.removeTool('slow')],
  ['the operation was switched off', 'invalid', switchOff('wait')],
  [
    'it asks by now, and is rejected',
    'rejected',
    async (world, id) => {
      world.parts.activation.setOperation(world.agentId, 'core/SlowTool', 'wait', { requires_approval: true })
      await world.settled(id)
      await world.decide(id, ['reject'], 'No more')
    },
  ],
])('N1, P4: after “run again” nobody is told that it never ran, when %s', async (_why, state, change) => {
  const { world, task, running } = await leftBehind('wait')
  await world.service.idle()
  world.service.resolveCall(running.id, 'run_again')
  await change(world, task.id)
  await world.settled(task.id)
  const ended = world.service.call(running.id)
  expect(ended.state).toBe(state)
  expect(ended.result?.content).toMatch(/^\[An earlier attempt .* may have taken effect\. Check before you repeat it\./)
  expect(ended.outcome?.text).toMatch(/[.] An earlier attempt of it was interrupted and may have taken effect\.$/)
  expect(world.tools.effects).toEqual(['begin a'])
})

test('J2: what only reads has had no effect, whatever came of its first attempt', async () => {
  const world = start({ turns: [turn([wait('watch')]), say('Done.')] })
  const { id } = world.service.create({ agent_id: world.agentId, prompt: 'Go' }, 1)
  await world.until(() => world.tools.gates.size === 1)
  switchOff('watch')(world)
  await world.restart()
  await world.settled(id)
  const [ended] = world.calls(id) as [CallView]
  expect(ended.state).toBe('invalid')
  expect(ended.result?.content).toMatch(/^Not run/)
})

test('T1, P4: a call stopped in the moment before the tool hears of it was no attempt', async () => {
  const world: World = start({
    turns: [turn([wait('wait')])],
    faults: {
      at(point) {
        if (point === 'F11') world.service.abort(world.service.list()[0]?.id ?? 0)
      },
    },
  })
  const task = await world.ask()
  const [ended] = world.calls(task.id) as [CallView]
  expect(ended).toMatchObject({ state: 'cancelled', outcome: { text: 'You stopped the chat before it ran.' } })
  expect(ended.result?.content).toMatch(/^Cancelled: .* It did not run\.$/)
  expect(world.tools.effects).toEqual([])
})

test('J2: an aborted chat keeps the question, and going on waits for its answer', async () => {
  const { world, task, running } = await leftBehind('wait')
  await world.service.idle()
  world.service.abort(task.id)
  expect(world.service.pendingCalls()).toMatchObject([{ id: running.id }])
  world.service.continue(task.id, { prompt: 'Go on' })
  expect(await world.settled(task.id)).toMatchObject({ status: 'PENDING_APPROVAL' })
  world.service.resolveCall(running.id, 'skip')
  expect(await world.settled(task.id)).toMatchObject({ status: 'COMPLETED' })
})

test('T2: a turn that was cut off by the end of the app is asked again, and leaves nothing twice', async () => {
  const world = start({
    turns: [
      async function* ({ signal }) {
        yield { type: 'text', text: 'Half' }
        await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
      },
      say('Whole.'),
    ],
  })
  const task = world.service.create({ agent_id: world.agentId, prompt: 'Go' }, 1)
  await world.until(() => world.service.get(task.id).streaming?.text === 'Half')
  await world.restart()
  const done = await world.settled(task.id)
  expect(done).toMatchObject({ status: 'COMPLETED', final_response: 'Whole.', step_count: 1 })
  expect(done.timeline.map(({ kind }) => kind)).toEqual(['user', 'assistant'])
})

test('J3: a decision that was acknowledged is carried out, also when the app ended before it ran', async () => {
  const world = start({ turns: [turn([SEND]), say('Done.')] })
  const task = await world.ask()
  const [shown] = world.calls(task.id) as [CallView]
  await world.service.approve(task.id, [decisionOn(shown, 'approve')])
  await world.restart()
  expect(await world.settled(task.id)).toMatchObject({ status: 'COMPLETED' })
  expect(sends(world)).toHaveLength(1)
})

test('J1: `started` is stored before the tool hears of the call', async () => {
  const seen: [FaultPoint, string | undefined, number][] = []
  const world: World = start({
    turns: [turn([SEND]), say('Done.')],
    faults: {
      at(point) {
        const row = world?.parts?.database.sqlite.prepare('SELECT state FROM tool_calls').get() as
          | { state: string }
          | undefined
        seen.push([point, row?.state, world?.tools.effects.length ?? 0])
      },
    },
  })
  const task = await world.ask()
  await world.decide(task.id, ['approve'])
  expect(seen.filter(([point]) => ['F10', 'F11', 'F14', 'F16'].includes(point))).toEqual([
    ['F10', 'ready', 0],
    ['F11', 'started', 0],
    ['F14', 'started', 1],
    ['F16', 'succeeded', 1],
  ])
  const points = new Set(seen.map(([point]) => point))
  for (const point of ['F01', 'F02', 'F03', 'F04', 'F05', 'F06', 'F07', 'F08', 'F09', 'F12', 'F15'] as const)
    expect(points).toContain(point)
})

test.each([
  ['watch', 'failed', /send it again/],
  ['wait', 'outcome_unknown', null],
] as const)('R2: when the process of a plugin dies in “%s”, the call is %s', async (action, state, told) => {
  const world = start({ turns: [turn([wait(action)]), say('Done.')] })
  world.loseCallsOf('slow')
  const task = await world.ask()
  const [lost] = world.calls(task.id) as [CallView]
  expect(lost.state).toBe(state)
  if (told) expect(lost.result?.content).toMatch(told)
  else expect(task.status).toBe('PENDING_APPROVAL')
})

test('R14: a result that cannot be stored is kept until it can; the effect is not repeated', async () => {
  let broken = 3
  const world = start({
    turns: [turn([call('lookup', { word: 'x' })]), say('Done.')],
    faults: {
      at(point) {
        if (point === 'F15' && broken-- > 0) throw new Error('disk full')
      },
    },
  })
  expect(await world.ask()).toMatchObject({ status: 'COMPLETED' })
  expect(world.tools.effects).toEqual(['find x'])
})

test('T1: a fault of ours fails the task with a sentence instead of hanging it', async () => {
  const world = start({ turns: [say('Hi.')] })
  world.parts.agents.owner = () => {
    throw new Error('broken')
  }
  const task = await world.ask()
  expect(task).toMatchObject({ status: 'FAILED', error: { code: 'INTERNAL', raw: 'broken', action: 'retry' } })
})
