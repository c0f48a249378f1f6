import type { RegisteredTool } from '../tools/registered-tool.ts'
import type { AppServices } from './app-services.ts'
import { toolByClass, toolById } from './find-tool.ts'
import type { Implementer } from './implementer.ts'

export function agentHandlers(os: Implementer, services: AppServices) {
  const { agents, activation, agentViews, toolViews, starters, registry, notes, tasks } = services
  const enable = (agentId: number, tool: RegisteredTool, enabled: boolean) => {
    activation.setTool(agentId, tool.toolClass, enabled)
    return toolViews.agentTool(agentId, tool)
  }
  return {
    list: os.agents.list.handler(({ input }) => agentViews.list({ archived: input?.archived ?? false })),
    get: os.agents.get.handler(({ input }) => agentViews.get(input.id)),
    create: os.agents.create.handler(({ input }) => agentViews.view(agents.create(input))),
    update: os.agents.update.handler(({ input }) =>
      agentViews.view(agents.update(input.id, input.change, input.known)),
    ),
    duplicate: os.agents.duplicate.handler(({ input }) => agentViews.view(agents.duplicate(input.id))),
    setArchived: os.agents.setArchived.handler(({ input }) =>
      agentViews.view(agents.setArchived(input.id, input.archived)),
    ),
    remove: os.agents.remove.handler(({ input }) => ({ removed: agents.remove(input.id) })),
    starters: os.agents.starters.handler(() => starters.list()),
    createFromStarter: os.agents.createFromStarter.handler(({ input }) => agentViews.view(starters.create(input.key))),
    tools: os.agents.tools.handler(({ input }) => {
      agents.get(input.id)
      return toolViews.agentTools(input.id)
    }),
    setTool: os.agents.setTool.handler(({ input }) =>
      enable(input.id, toolByClass(toolViews, input.tool_class), input.enabled),
    ),
    setOperation: os.agents.setOperation.handler(({ input }) => {
      const { id, tool_class, operation, ...change } = input
      const before = tasks.rules.allowing(id, tool_class, operation)
      activation.setOperation(id, tool_class, operation, change)
      const suspended_rules = before - tasks.rules.allowing(id, tool_class, operation)
      return { ...toolViews.agentTool(id, toolByClass(registry, tool_class)), suspended_rules }
    }),
    enableTool: os.agents.enableTool.handler(({ input }) => enable(input.id, toolById(registry, input.toolId), true)),
    disableTool: os.agents.disableTool.handler(({ input }) =>
      enable(input.id, toolById(registry, input.toolId), false),
    ),
    notes: os.agents.notes.handler(({ input }) => notes.view(input.id)),
    saveNotes: os.agents.saveNotes.handler(({ input }) => notes.save(input.id, input.content, input.known)),
  }
}
