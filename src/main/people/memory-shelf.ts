import type { MemoryContent, MemoryScope, MemoryStore } from './memory-store.ts'
import { memorySummary } from './memory-summary.ts'

/** The memories as the tools `memory` and `global_memory` use them: by scope and name. */
export function memoryShelf(store: MemoryStore) {
  return {
    list: (scope: MemoryScope) => store.list(scope).map(row => ({ name: row.name, summary: memorySummary(row) })),
    read(scope: MemoryScope, name: string) {
      const row = store.find(scope, name)
      return row ? { name: row.name, summary: memorySummary(row), content: row.content } : null
    },
    save: (scope: MemoryScope, memory: MemoryContent) => store.save(scope, memory),
    remove: (scope: MemoryScope, name: string) => store.remove(scope, name),
  }
}
