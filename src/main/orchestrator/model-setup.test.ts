import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DriverFactory } from '../models/driver-factory.ts'
import { ModelConfigStore } from '../models/model-config-store.ts'
import { createFileVault } from '../settings/file-vault.ts'
import { MODEL } from './testing/open-parts.ts'
import { World } from './testing/world.ts'

test('M1: without a model the task says so and what to do; with one it goes on', async () => {
  const world = new World()
  try {
    const { database, events } = world.parts
    const models = new ModelConfigStore({ database, events, vault: createFileVault(join(world.folder, 'vault.key')) })
    const real = new DriverFactory(models)
    world.drivers.driverFor = agentId => real.driverFor(agentId)
    models.remove(MODEL.id)
    const task = await world.ask('Hello')
    expect(task).toMatchObject({ status: 'FAILED', error: { code: 'NO_LLM_CONFIGURATION', action: 'choose_model' } })
    models.save({ name: 'Practice', driver: 'practice', settings: {} })
    world.service.retry(task.id)
    const done = await world.settled(task.id)
    expect(done).toMatchObject({ status: 'COMPLETED', error: null })
    expect(done.final_response).not.toBe('')
  } finally {
    await world.close()
  }
})
