import type { AppServices } from './app-services.ts'
import type { Implementer } from './implementer.ts'

export function settingHandlers(os: Implementer, { config }: AppServices) {
  return {
    get: os.settings.get.handler(({ input }) => config.view(input.tool_class, input.scope)),
    save: os.settings.save.handler(({ input }) =>
      config.save(input.tool_class, input.scope, input.revision, input.changes),
    ),
    options: os.settings.options.handler(({ input }) => [...config.options(input.tool_class, input.key)]),
  }
}
