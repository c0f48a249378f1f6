import { afterEach, expect, test } from 'vitest'
import { call, ScriptedDriver, say, turn } from './testing/scripted-driver.ts'
import { World } from './testing/world.ts'

let world: World | undefined
afterEach(() => world?.close())

test('M2: a chat shows what its turns cost by the prices they had; without prices it says nothing', async () => {
  const turns = [turn([call('lookup', { word: 'x' })]), say('Free so far.'), say('Now it costs.')]
  const driver = Object.assign(new ScriptedDriver(turns), { prices: null as object | null })
  world = new World({ driverFor: () => driver as ScriptedDriver })
  const task = await world.ask()
  expect(task.usage).not.toHaveProperty('cost')
  driver.prices = { input: 100, cached: 10, output: 1_000 }
  world.service.continue(task.id, { prompt: 'And now?' })
  const { usage } = await world.settled(task.id)
  // 10 tokens in, 2 of them from the cache, 5 out.
  expect(usage.cost).toBeCloseTo((8 * 100 + 2 * 10 + 5 * 1_000) / 1e6, 12)
  expect(usage.input_tokens).toBe(30)
})
