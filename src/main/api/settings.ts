import type { AppServices } from './app-services.ts'
import type { Implementer } from './implementer.ts'
import { openSecretStore } from './open-secret-store.ts'

export function settingHandlers(os: Implementer, services: AppServices) {
  const { config } = services
  return {
    get: os.settings.get.handler(({ input }) => config.view(input.tool_class, input.scope)),
    save: os.settings.save.handler(async ({ input }) => {
      if (config.hasSecrets(input.tool_class, input.changes)) await openSecretStore(services)
      return config.save(input.tool_class, input.scope, input.revision, input.changes)
    }),
    options: os.settings.options.handler(({ input }) => [...config.options(input.tool_class, input.key)]),
  }
}
