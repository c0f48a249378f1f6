import type { QueryKey } from '@tanstack/react-query'
import type { ChangedTopic } from '../../shared/contract/events.ts'
import { api } from './client.ts'

const tasks = (id: number | string | null): QueryKey[] =>
  typeof id === 'number' ? [api.tasks.list.key(), api.tasks.get.key({ input: { id } })] : [api.tasks.key()]

/** Which queries a window must look at again when a topic changed. */
export const topicKeys: Record<ChangedTopic, (id: number | string | null) => QueryKey[]> = {
  tasks: id => [...tasks(id), api.calls.key(), api.agents.list.key(), api.agents.get.key()],
  calls: () => [api.calls.key(), api.tasks.key()],
  // Chats, calls, rules and choices call agents by their names.
  agents: () => [
    api.agents.key(),
    api.tools.key(),
    api.models.list.key(),
    api.skills.key(),
    api.tasks.list.key(),
    api.tasks.get.key(),
    api.calls.key(),
    api.rules.key(),
    api.settings.options.key(),
    api.templates.key(),
  ],
  tools: () => [api.tools.key(), api.agents.key(), api.settings.key()],
  settings: () => [api.settings.key(), api.tools.key(), api.agents.key(), api.skills.key()],
  models: () => [api.models.key(), api.agents.key()],
  plugins: () => [
    api.plugins.key(),
    api.tools.key(),
    api.agents.key(),
    api.skills.key(),
    api.settings.options.key(),
    api.templates.key(),
    api.rules.key(),
  ],
  preferences: () => [api.system.key()],
  rules: () => [api.rules.key(), api.calls.key(), api.tasks.key()],
  people: () => [api.people.key()],
  memories: () => [api.memories.key()],
}
