import { eq } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { ModelError } from '../models/model-error.ts'
import { tasks } from '../storage/schema.ts'
import { type ScriptedTurn, say, turn } from './testing/scripted-driver.ts'
import { begun, connect, subAgent, team, told } from './testing/team.ts'
import { World, type WorldOptions } from './testing/world.ts'

const worlds: World[] = []
function start(options: WorldOptions): World {
  const world = new World(options)
  worlds.push(world)
  return world
}
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.close()
})

const busy = () => new ModelError('LLM_OVERLOADED', 'The model is overloaded.', { retryable: true })
/** One request and its four repetitions. */
const outage = (): ScriptedTurn[] => Array.from({ length: 5 }, busy)
const agent = { retry_after_minutes: 1, max_retries: 2 }

test('T7: an agent that says so tries a failed chat again by itself, so often as it says, then leaves it', async () => {
  const world = start({
    agent,
    limits: { minuteMs: 20 },
    turns: [...outage(), ...outage(), ...outage(), say('Never.')],
  })
  const task = await world.ask()
  expect(task).toMatchObject({ status: 'FAILED', error: { code: 'LLM_OVERLOADED', retry: { count: 1, max: 2 } } })
  await world.until(() => world.driver.requests.length === 15)
  const given = await world.settled(task.id)
  expect(given).toMatchObject({ status: 'FAILED', error: { code: 'LLM_OVERLOADED' } })
  expect(given.error?.retry).toBeUndefined()
  await new Promise(resolve => setTimeout(resolve, 60))
  expect(world.driver.requests).toHaveLength(15)
})

test('T7, T1: a retry of a sub-agent that ends with its parent is said to the windows', async () => {
  const world = team([])
  worlds.push(world)
  const researcher = world.addAgent('Researcher', outage(), agent)
  connect(world, world.agentId, [researcher])
  world.driver.add(turn([subAgent(researcher)]))
  const parent = await world.ask()
  const [child] = begun(world)
  expect(child?.error?.retry).toMatchObject({ count: 1 })
  world.events.length = 0
  world.service.abort(parent.id)
  expect(world.service.get(child?.id ?? 0).error?.retry).toBeUndefined()
  expect(world.events).toContainEqual(expect.objectContaining({ topic: 'tasks', id: child?.id }))
})

test('T7: a success in between begins the count anew', async () => {
  const world = start({ agent, limits: { minuteMs: 10 }, turns: [...outage(), say('Here.')] })
  const { id } = await world.ask()
  await world.untilStatus(id, 'COMPLETED')
  expect(world.parts.database.orm.select().from(tasks).where(eq(tasks.id, id)).get()).toMatchObject({
    retryCount: 0,
    retryAt: null,
  })
})

test('T7, F25: what was scheduled is tried again after a restart, also when its time has passed meanwhile', async () => {
  const world = start({ agent, turns: [...outage(), say('Here.')] })
  const { id, error } = await world.ask()
  expect(new Date(error?.retry?.at ?? 0).getTime()).toBeGreaterThan(Date.now() + 30_000)
  await world.restart()
  expect(world.service.get(id)).toMatchObject({ status: 'FAILED', error: { retry: { count: 1 } } })
  world.parts.database.orm.update(tasks).set({ retryAt: '2020-01-01T00:00:00.000Z' }).where(eq(tasks.id, id)).run()
  await world.restart()
  await world.untilStatus(id, 'COMPLETED')
})

test('T7: a longer Retry-After counts', async () => {
  const wait = () => new ModelError('LLM_RATE_LIMIT', 'Too many.', { retryable: true, retryAfterMs: 3_600_000 })
  const world = start({ agent, limits: { longestRetryMs: 1 }, turns: Array.from({ length: 5 }, wait) })
  const { error } = await world.ask()
  expect(new Date(error?.retry?.at ?? 0).getTime()).toBeGreaterThan(Date.now() + 3_500_000)
})

test('T7: never for what cannot pass, nor without the agent’s settings', async () => {
  const key = new ModelError('LLM_AUTH', 'The key was refused.', { retryable: false })
  const world = start({ agent, turns: [key] })
  expect((await world.ask()).error?.retry).toBeUndefined()
  const plain = start({ turns: outage() })
  expect((await plain.ask()).error?.retry).toBeUndefined()
})

test('T7: a scheduled retry can be taken back, and a retry or follow-up by hand replaces it', async () => {
  const world = start({ agent, turns: [...outage(), ...outage(), say('By hand.')] })
  const task = await world.ask()
  expect(world.service.cancelRetry(task.id).error?.retry).toBeUndefined()
  expect(() => world.service.cancelRetry(task.id)).toThrow(expect.objectContaining({ code: 'INVALID_STATE' }))
  world.service.retry(task.id)
  expect((await world.settled(task.id)).error?.retry).toMatchObject({ count: 1 })
  world.service.continue(task.id, { prompt: 'Now?' })
  expect(await world.settled(task.id)).toMatchObject({ status: 'COMPLETED' })
})

test('H3: a sub-agent that will be tried again is not over; its parent waits for the end', async () => {
  const world = team([], { limits: { minuteMs: 20 } })
  worlds.push(world)
  const helper = world.addAgent('Helper', [...outage(), say('Found.')], agent)
  connect(world, world.agentId, [helper])
  world.driver.add(turn([subAgent(helper)]), say('Done.'))
  const task = await world.ask()
  await world.untilStatus(task.id, 'COMPLETED')
  expect(told(world)[0]).toMatch(/completed:\n\nFound\./)
  expect(begun(world)[0]?.status).toBe('COMPLETED')
})

test('H3: when the retry of a sub-agent is taken back, its parent hears of the failure', async () => {
  const world = team([])
  worlds.push(world)
  const helper = world.addAgent('Helper', outage(), agent)
  connect(world, world.agentId, [helper])
  world.driver.add(turn([subAgent(helper)]), say('Without it.'))
  const task = await world.ask()
  expect(task.status).toBe('AWAITING_SUB_AGENTS')
  world.service.cancelRetry(begun(world)[0]?.id ?? 0)
  expect(await world.settled(task.id)).toMatchObject({ status: 'COMPLETED', final_response: 'Without it.' })
  expect(told(world)[0]).toMatch(/failed: The model is overloaded/)
})
