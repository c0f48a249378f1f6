import { discoverLocalModels } from '../models/discover-local-models.ts'
import { testModel } from '../models/test-model.ts'
import type { AppServices } from './app-services.ts'
import type { Implementer } from './implementer.ts'
import { openSecretStore } from './open-secret-store.ts'

export function modelHandlers(os: Implementer, services: AppServices) {
  const { models, drivers } = services
  return {
    drivers: os.models.drivers.handler(() => models.drivers()),
    list: os.models.list.handler(() => models.list()),
    save: os.models.save.handler(async ({ input }) => {
      if (models.hasSecrets(input)) await openSecretStore(services)
      return models.save(input)
    }),
    remove: os.models.remove.handler(({ input }) => models.remove(input.id)),
    setDefault: os.models.setDefault.handler(({ input }) => models.setDefault(input.id)),
    test: os.models.test.handler(({ input, signal }) => testModel(drivers, input, signal ? { signal } : {})),
    discover: os.models.discover.handler(() => discoverLocalModels()),
  }
}
