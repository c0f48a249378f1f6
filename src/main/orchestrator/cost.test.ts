import { afterEach, expect, test } from 'vitest'
import { call, ScriptedDriver, say, turn } from './testing/scripted-driver.ts'
import { connect, handOver, subAgent, team } from './testing/team.ts'
import { World } from './testing/world.ts'

let world: World | undefined
afterEach(() => world?.close())

test('M2: a chat shows what its turns cost by the prices they had; without prices it says nothing', async () => {
  const turns = [turn([call('lookup', { word: 'x' })]), say('Free so far.'), say('Now it costs.')]
  const driver = Object.assign(new ScriptedDriver(turns), { prices: null as object | null })
  world = new World({ driverFor: () => driver as ScriptedDriver })
  const task = await world.ask()
  expect(task.usage).not.toHaveProperty('cost')
  driver.prices = { input: 100, cached: 10, cacheWrite: 125, output: 1_000 }
  world.service.continue(task.id, { prompt: 'And now?' })
  const { usage } = await world.settled(task.id)
  // 10 tokens in, 2 of them from the cache and 3 written to it, 5 out.
  expect(usage.cost).toBeCloseTo((5 * 100 + 2 * 10 + 3 * 125 + 5 * 1_000) / 1e6, 12)
  expect(usage.input_tokens).toBe(30)
})

test('M2, H1: a chat counts what its sub-agents used, theirs too and whoever they handed over to; not whom it went on to', async () => {
  const prices = { input: 100, cached: 100, cacheWrite: 100, output: 0 }
  world = team([])
  const helper = world.addAgent('Helper', [say('Help.'), say('More help.')])
  const heir = world.addAgent('Heir', [say('Taken over.')])
  const worker = world.addAgent('Worker', [turn([subAgent(helper)]), turn([handOver(heir)])])
  const last = world.addAgent('Last', [say('The end.')])
  connect(world, world.agentId, [worker, helper, last])
  connect(world, worker, [helper, heir])
  for (const id of [helper, worker]) Object.assign(world.driverOf(id), { prices })
  world.driver.add(turn([subAgent(worker)]), turn([subAgent(helper)]), say('Done.'), turn([handOver(last)]))
  const alone = await world.ask('Go.')
  // Planner three turns, Worker two, Helper twice one, Heir one.
  expect(alone.usage).toMatchObject({ input_tokens: 80, output_tokens: 40, cache_write_tokens: 24, sub_agents: 4 })
  expect(alone.usage.cost).toBeCloseTo((4 * 10 * 100) / 1e6, 12)
  world.service.continue(alone.id, { prompt: 'Pass it on.' })
  const { usage, data } = await world.settled(alone.id)
  expect(usage).toMatchObject({ input_tokens: 90, sub_agents: 4 })
  const { target_task_id } = (data?.handover ?? {}) as { target_task_id: number }
  expect(world.service.get(target_task_id).usage).toMatchObject({ input_tokens: 10, sub_agents: 0 })
})
