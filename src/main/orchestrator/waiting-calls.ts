import { asc, inArray, or } from 'drizzle-orm'
import { toolCalls } from '../storage/schema.ts'
import { WAITING_STATES } from './call-states.ts'
import type { Journal } from './journal.ts'
import { lineage } from './lineage.ts'

export interface Waiting {
  readonly calls: number
  /** What the oldest of them would do. */
  readonly first: string
}

/** What waits for the person in each chat, its sub-agents included (P6). Chats without anything are not there. */
export function waitingCalls(journal: Journal): ReadonlyMap<number, Waiting> {
  const looping = journal.loops.open().map(({ callId }) => callId)
  const rows = journal.database.orm
    .select({ taskId: toolCalls.taskId, text: toolCalls.humanDescription })
    .from(toolCalls)
    .where(or(inArray(toolCalls.state, [...WAITING_STATES]), inArray(toolCalls.id, looping)))
    .orderBy(asc(toolCalls.id))
    .all()
  const found = new Map<number, Waiting>()
  for (const { taskId, text } of rows)
    for (const { id } of lineage(journal.tasks, journal.tasks.get(taskId))) {
      const before = found.get(id)
      found.set(id, { calls: (before?.calls ?? 0) + 1, first: before?.first ?? text })
    }
  return found
}
