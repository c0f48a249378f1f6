import { afterEach, expect, test } from 'vitest'
import { call, type ScriptedTurn, say, turn } from './testing/scripted-driver.ts'
import { World, type WorldOptions } from './testing/world.ts'

const worlds: World[] = []
function start(options?: WorldOptions): World {
  const world = new World(options)
  worlds.push(world)
  return world
}
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.close()
})

const same = (): ScriptedTurn => turn([call('lookup', { word: 'x' })])
const told = (world: World) =>
  world.driver.requests.at(-1)?.messages.flatMap(message => (message.role === 'tool' ? [message.content] : []))

/** A world whose chat has gone in a circle. */
async function looping(after: readonly ScriptedTurn[] = []) {
  const world = start({ turns: [...Array.from({ length: 5 }, same), ...after] })
  const task = await world.ask()
  const [asked] = world.service.pendingCalls()
  if (!asked) throw new Error('Nothing is asked.')
  return { world, task, asked }
}

test('T9: after the same call three times in a row the model is told; after five a person is asked', async () => {
  const { world, task, asked } = await looping()
  expect(told(world)).toEqual([
    'x means something.',
    'x means something.',
    expect.stringContaining('3 times in a row'),
    expect.stringContaining('4 times in a row'),
  ])
  expect(task).toMatchObject({ status: 'PENDING_APPROVAL', waiting_calls: 1, step_count: 5 })
  expect(asked).toMatchObject({ state: 'succeeded', step: 5, loop: { repeats: 5 } })
  expect(world.driver.requests).toHaveLength(5)
})

test('T9: “continue” goes on and asks again after five more', async () => {
  const { world, task, asked } = await looping(Array.from({ length: 6 }, same))
  expect(world.service.answerLoop(asked.id, 'continue').loop).toBeNull()
  expect(await world.settled(task.id)).toMatchObject({ status: 'PENDING_APPROVAL', step_count: 10 })
  expect(() => world.service.answerLoop(asked.id, 'continue')).toThrow(
    expect.objectContaining({ code: 'INVALID_STATE' }),
  )
})

test('T9: a hint reaches the model as the person’s words', async () => {
  const { world, task, asked } = await looping([say('I see.')])
  expect(() => world.service.answerLoop(asked.id, 'hint', '  ')).toThrow(
    expect.objectContaining({ code: 'VALIDATION_ERROR' }),
  )
  world.service.answerLoop(asked.id, 'hint', 'Look for y instead.')
  expect(await world.settled(task.id)).toMatchObject({ status: 'COMPLETED', final_response: 'I see.' })
  expect(world.driver.requests.at(-1)?.messages.at(-1)).toEqual({ role: 'user', text: 'Look for y instead.' })
})

test('T9: “stop” stops the chat, and so does Stop while the question waits', async () => {
  const { world, task, asked } = await looping()
  world.service.answerLoop(asked.id, 'stop')
  expect(await world.settled(task.id)).toMatchObject({ status: 'ABORTED', waiting_calls: 0 })
  const other = await looping()
  other.world.service.abort(other.task.id)
  expect(other.world.service.pendingCalls()).toEqual([])
  other.world.driver.add(say('Fresh start.'))
  other.world.service.continue(other.task.id, { prompt: 'Once more.' })
  expect(await other.world.settled(other.task.id)).toMatchObject({ status: 'COMPLETED' })
})

test('T9: the question survives a restart', async () => {
  const { world, task, asked } = await looping([say('Done.')])
  await world.restart()
  await world.service.idle()
  expect(world.service.pendingCalls()).toMatchObject([{ id: asked.id, loop: { repeats: 5 } }])
  world.service.answerLoop(asked.id, 'continue')
  expect(await world.settled(task.id)).toMatchObject({ status: 'COMPLETED' })
})

test('T9: another call between, other arguments, or a person’s message begin the count anew', async () => {
  const world = start({
    turns: [same(), same(), turn([call('lookup', { word: 'y' })]), same(), same(), same(), same(), say('One.')],
  })
  const task = await world.ask()
  expect(task.status).toBe('COMPLETED')
  world.driver.add(same(), same(), say('Two.'))
  world.service.continue(task.id, { prompt: 'Again.' })
  expect(await world.settled(task.id)).toMatchObject({ status: 'COMPLETED', final_response: 'Two.' })
  expect(told(world)?.at(-1)).toBe('x means something.')
})

test('T9: what is refused again and again is a circle as well', async () => {
  const refused = (): ScriptedTurn => turn([call('lookup', { wrong: true })])
  const world = start({ turns: Array.from({ length: 6 }, refused) })
  const task = await world.ask()
  expect(task).toMatchObject({ status: 'PENDING_APPROVAL', step_count: 5 })
})
