import type { Journal } from './journal.ts'
import { lineage } from './lineage.ts'

export interface Waiting {
  readonly calls: number
  /** What the oldest of them would do. */
  readonly first: string
}

/** What waits for the person in each chat, its sub-agents included (P6). Chats without anything are not there. */
export function waitingCalls(journal: Journal): ReadonlyMap<number, Waiting> {
  const found = new Map<number, Waiting>()
  for (const { taskId, humanDescription: text } of journal.waitingCalls())
    for (const { id } of lineage(journal.tasks, journal.tasks.get(taskId))) {
      const before = found.get(id)
      found.set(id, { calls: (before?.calls ?? 0) + 1, first: before?.first ?? text })
    }
  return found
}
