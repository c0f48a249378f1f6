import type { MemoryEntry, MemoryView } from '../../shared/contract/memories.ts'
import type { MemoryRow, MemoryScope } from '../people/memory-store.ts'
import { memorySummary } from '../people/memory-summary.ts'
import { OPERATOR_USER_ID } from '../storage/operator.ts'
import type { AppServices } from './app-services.ts'
import type { Implementer } from './implementer.ts'

export function memoryHandlers(os: Implementer, { memories, agents }: AppServices) {
  const scopeOf = (agentId: number | null | undefined): MemoryScope =>
    agentId == null ? { userId: OPERATOR_USER_ID } : { agentId: agents.get(agentId).id }
  return {
    list: os.memories.list.handler(({ input }) => memories.list(scopeOf(input?.agent_id)).map(entry)),
    get: os.memories.get.handler(({ input }) => view(memories.get(input.id))),
    create: os.memories.create.handler(({ input: { agent_id, ...memory } }) =>
      view(memories.create(scopeOf(agent_id), memory)),
    ),
    update: os.memories.update.handler(({ input }) => view(memories.update(input.id, input.revision, input.change))),
    reorder: os.memories.reorder.handler(({ input }) =>
      memories.reorder(scopeOf(input.agent_id), input.ids).map(entry),
    ),
    remove: os.memories.remove.handler(({ input }) => ({ removed: memories.removeById(input.id) })),
  }
}

function entry(row: MemoryRow): MemoryEntry {
  return {
    id: row.id,
    agent_id: row.agentId,
    name: row.name,
    summary: memorySummary(row),
    own_summary: Boolean(row.summary),
    length: row.content.length,
    order: row.position,
    revision: row.revision,
    updated_at: row.updatedAt,
  }
}

function view(row: MemoryRow): MemoryView {
  return { ...entry(row), content: row.content }
}
