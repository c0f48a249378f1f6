import { agentHandlers } from './agents.ts'
import type { AppServices } from './app-services.ts'
import { callHandlers } from './calls.ts'
import { dataHandlers } from './data.ts'
import { eventHandlers } from './events.ts'
import { implementer } from './implementer.ts'
import { memoryHandlers } from './memories.ts'
import { modelHandlers } from './models.ts'
import { peopleHandlers } from './people.ts'
import { pluginHandlers } from './plugins.ts'
import { ruleHandlers } from './rules.ts'
import { settingHandlers } from './settings.ts'
import { skillHandlers } from './skills.ts'
import { systemHandlers } from './system.ts'
import { taskHandlers } from './tasks.ts'
import { templateHandlers } from './templates.ts'
import { toolHandlers } from './tools.ts'

/** One handler a procedure of the contract; a missing one does not compile. */
export function router(services: AppServices) {
  const os = implementer(services)
  return os.router({
    agents: agentHandlers(os, services),
    calls: callHandlers(os, services),
    data: dataHandlers(os, services),
    events: eventHandlers(os, services),
    memories: memoryHandlers(os, services),
    models: modelHandlers(os, services),
    people: peopleHandlers(os, services),
    plugins: pluginHandlers(os, services),
    rules: ruleHandlers(os, services),
    settings: settingHandlers(os, services),
    skills: skillHandlers(os, services),
    system: systemHandlers(os, services),
    tasks: taskHandlers(os, services),
    templates: templateHandlers(os, services),
    tools: toolHandlers(os, services),
  })
}

export type AppRouter = ReturnType<typeof router>
