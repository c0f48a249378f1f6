import { eq } from 'drizzle-orm'
import { AGENT_LIMITS } from '../../shared/agent-limits.ts'
import type { AgentNotesView } from '../../shared/contract/agents.ts'
import { SporaError } from '../../shared/spora-error.ts'
import type { EventBus } from '../events/event-bus.ts'
import { now } from '../storage/clock.ts'
import type { Database } from '../storage/database.ts'
import { agentNotes } from '../storage/schema.ts'
import { wellFormedText } from '../text/well-formed.ts'
import type { AgentStore } from './agent-store.ts'

export interface AgentNotesParts {
  readonly database: Database
  readonly events: EventBus
  readonly agents: Pick<AgentStore, 'get'>
}

/** What an agent keeps for itself across chats. */
export class AgentNotes {
  readonly #parts: AgentNotesParts

  constructor(parts: AgentNotesParts) {
    this.#parts = parts
  }

  read(agentId: number): string {
    return this.view(agentId).content
  }

  view(agentId: number): AgentNotesView {
    this.#parts.agents.get(agentId)
    const row = this.#parts.database.orm.select().from(agentNotes).where(eq(agentNotes.agentId, agentId)).get()
    return { agent_id: agentId, content: row?.content ?? '', updated_at: row?.updatedAt ?? null }
  }

  /** `known`: when the notes that are being replaced were written; refused when an agent wrote others meanwhile. */
  save(agentId: number, content: string, known: string | null): AgentNotesView {
    return this.#parts.database.transaction(() => {
      const before = this.view(agentId)
      if (before.updated_at !== known)
        throw new SporaError(
          'REVISION_CONFLICT',
          'The notes were changed meanwhile. Look at the new ones, then save again.',
          { notes: before },
        )
      this.write(agentId, content)
      return this.view(agentId)
    })
  }

  /** Everything there was before is gone. */
  write(agentId: number, content: string): void {
    const { database, events } = this.#parts
    const text = wellFormedText(content)
    const length = [...text].length
    if (length > AGENT_LIMITS.notes)
      throw new SporaError(
        'VALIDATION_ERROR',
        `Notes may have ${AGENT_LIMITS.notes} characters; these would have ${length}. Remove what is not needed any more.`,
        { length, maximum: AGENT_LIMITS.notes },
      )
    database.transaction(() => {
      const updatedAt = now()
      database.orm
        .insert(agentNotes)
        .values({ agentId, content: text, updatedAt })
        .onConflictDoUpdate({ target: agentNotes.agentId, set: { content: text, updatedAt } })
        .run()
      database.afterCommit(() => events.changed('agents', agentId))
    })
  }

  /** Beside what is there, a blank line between them. Nothing to add changes nothing. */
  add(agentId: number, content: string, mode: 'append' | 'prepend'): void {
    if (content.trim() === '') return
    const before = this.read(agentId)
    const parts = mode === 'append' ? [before, content] : [content, before]
    this.write(agentId, parts.filter(part => part !== '').join('\n\n'))
  }
}
