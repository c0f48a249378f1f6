import type { JsonValue, PrincipalContext } from '@spora/sdk'
import { eq, sql } from 'drizzle-orm'
import { AGENT_LIMITS } from '../../shared/agent-limits.ts'
import type { AgentChange, NewAgent } from '../../shared/contract/agents.ts'
import { SporaError } from '../../shared/spora-error.ts'
import type { EventBus } from '../events/event-bus.ts'
import type { ToolConfigService } from '../settings/tool-config-service.ts'
import { now } from '../storage/clock.ts'
import type { Database } from '../storage/database.ts'
import { KeptValues } from '../storage/kept-values.ts'
import { nextNumber } from '../storage/next-number.ts'
import { OPERATOR_PRINCIPAL_ID } from '../storage/operator.ts'
import { preparedSelect } from '../storage/prepared-rows.ts'
import {
  agentNotes,
  agents,
  agentToolOperationOverrides,
  agentTools,
  llmDriverConfigurations,
  tasks,
} from '../storage/schema.ts'
import { plainName } from '../text/plain-name.ts'
import { wellFormedValue } from '../text/well-formed.ts'
import { principalOf } from './principal-of.ts'

export type Agent = Readonly<typeof agents.$inferSelect>

export interface AgentStoreParts {
  readonly database: Database
  readonly events: EventBus
  /** Copies the settings of a duplicated agent. */
  readonly config: Pick<ToolConfigService, 'copyAgentSettings'>
}

/** How an agent came to be, when no person simply made it. */
export interface AgentOrigin {
  readonly parentAgentId?: number
  /** What only the template says; an export says it again. */
  readonly template?: Record<string, JsonValue>
}

const DEFAULTS = {
  description: '',
  systemPrompt: '',
  maxSteps: 10,
  allowFollowup: true,
  retryAfterMinutes: 0,
  maxRetries: 0,
  llmConfigId: null,
  archived: false,
  parentAgentId: null,
  template: null,
} as const

export class AgentStore {
  readonly #parts: AgentStoreParts
  readonly #kept

  constructor(parts: AgentStoreParts) {
    this.#parts = parts
    const { database } = parts
    const one = preparedSelect(database, agents, 'WHERE id = ?')
    this.#kept = new KeptValues({ database, rows: [{ table: 'agents' }], read: (id: number) => one.get(id) })
  }

  /** Without archived ones unless asked for those. */
  list({ archived = false }: { archived?: boolean } = {}): Agent[] {
    return this.#orm
      .select()
      .from(agents)
      .where(eq(agents.archived, archived))
      .orderBy(sql`${agents.name} COLLATE NOCASE`, agents.id)
      .all()
  }

  find(id: number): Agent | undefined {
    return this.#kept.get(id)
  }

  get(id: number): Agent {
    const agent = this.find(id)
    if (agent) return agent
    throw new SporaError('AGENT_NOT_FOUND', `There is no agent ${id}. Perhaps it was deleted.`, { agent_id: id })
  }

  create(agent: NewAgent, principalId = OPERATOR_PRINCIPAL_ID, origin: AgentOrigin = {}): Agent {
    const time = now()
    return this.#write(() => {
      this.#requireModel(agent.llm_config_id)
      const values = { ...DEFAULTS, ...columns({ ...agent }), name: agentName(agent.name) }
      const id = nextNumber(this.#parts.database, 'agents')
      const row = { ...values, ...origin, id, principalId, createdAt: time, updatedAt: time }
      return this.#orm.insert(agents).values(row).returning().get()
    })
  }

  /** `known`: what stood in these fields when the change was begun; refused when one is another now. */
  update(id: number, change: AgentChange, known: Partial<AgentChange> = {}): Agent {
    return this.#write(() => {
      const agent = this.get(id)
      this.#requireModel(change.llm_config_id)
      const values = columns(change)
      const before = Object.entries(known).map(([key, value]) => [COLUMNS[key as keyof AgentChange], value] as const)
      if (before.some(([column, value]) => agent[column] !== value && agent[column] !== values[column]))
        throw new SporaError(
          'REVISION_CONFLICT',
          `“${agent.name}” was changed elsewhere meanwhile. Look at the new values, then save again.`,
          { agent_id: id },
        )
      return this.#set(id, values)
    })
  }

  setArchived(id: number, archived: boolean): Agent {
    return this.#write(() => {
      this.get(id)
      return this.#set(id, { archived })
    })
  }

  /** A copy with the same tools, operations, settings and notes, without chats. It is the person's who makes it. */
  duplicate(id: number): Agent {
    const { config, database } = this.#parts
    return this.#write(() => {
      const original = this.get(id)
      const name = `${[...original.name].slice(0, AGENT_LIMITS.name - ' (copy)'.length).join('')} (copy)`
      const time = now()
      const fresh = { id: nextNumber(database, 'agents'), archived: false, parentAgentId: null }
      const row = { ...original, ...fresh, name, createdAt: time, updatedAt: time }
      const copy = this.#orm.insert(agents).values(row).returning().get()
      for (const table of [agentTools, agentToolOperationOverrides, agentNotes]) {
        const rows = this.#orm.select().from(table).where(eq(table.agentId, id)).all()
        for (const found of rows)
          this.#orm
            .insert(table)
            .values({ ...found, agentId: copy.id })
            .run()
      }
      config.copyAgentSettings(id, copy.id)
      return copy
    })
  }

  /** Refused while chats belong to it: they would have nobody to belong to. */
  remove(id: number): boolean {
    return this.#write(() => {
      const { name } = this.get(id)
      const parts = this.#orm.select({ parent: tasks.parentTaskId }).from(tasks).where(eq(tasks.agentId, id)).all()
      const chats = parts.filter(({ parent }) => parent === null).length
      const [what, them] =
        chats === 0
          ? ['took part in chats of other agents', 'those']
          : chats === 1
            ? ['has a chat', 'it']
            : [`has ${chats} chats`, 'them']
      if (parts.length > 0)
        throw new SporaError('INVALID_STATE', `“${name}” ${what}. Delete ${them} first, or archive the agent.`, {
          chats,
        })
      return this.#orm.delete(agents).where(eq(agents.id, id)).run().changes > 0
    })
  }

  /** `runnerUserId`: who started the task, when the question is about one. */
  owner(agentId: number, runnerUserId: number | null = null): PrincipalContext {
    return principalOf(this.#parts.database, agentId, runnerUserId)
  }

  /** Also archived ones, newest first. */
  ofPrincipal(principalId: number): Agent[] {
    return this.#orm
      .select()
      .from(agents)
      .where(eq(agents.principalId, principalId))
      .orderBy(sql`${agents.id} DESC`)
      .all()
  }

  /** The name of an agent that belongs to this user; null for anybody else's. */
  nameFor(agentId: number, userId: number | null): string | null {
    const agent = this.#orm.select({ name: agents.name }).from(agents).where(eq(agents.id, agentId)).get()
    return agent && userId !== null && this.owner(agentId).ownerUserId === userId ? agent.name : null
  }

  get #orm(): Database['orm'] {
    return this.#parts.database.orm
  }

  #set(id: number, change: Partial<Agent>): Agent {
    return this.#orm
      .update(agents)
      .set({ ...change, updatedAt: now() })
      .where(eq(agents.id, id))
      .returning()
      .get()
  }

  #requireModel(id: number | null | undefined): void {
    if (id === null || id === undefined) return
    if (this.#orm.select().from(llmDriverConfigurations).where(eq(llmDriverConfigurations.id, id)).get()) return
    throw new SporaError('MODEL_NOT_FOUND', `There is no model configuration ${id}. Choose another for this agent.`)
  }

  #write<T>(work: () => T): T {
    const { database, events } = this.#parts
    return database.transaction(() => {
      const result = work()
      database.afterCommit(() => events.changed('agents'))
      return result
    })
  }
}

function agentName(text: string): string {
  const name = plainName(text)
  if (name === '')
    throw new SporaError('VALIDATION_ERROR', 'Give the agent a name that can be seen.', { field: 'name' })
  return name
}

const COLUMNS = {
  name: 'name',
  description: 'description',
  system_prompt: 'systemPrompt',
  max_steps: 'maxSteps',
  allow_followup: 'allowFollowup',
  retry_after_minutes: 'retryAfterMinutes',
  max_retries: 'maxRetries',
  llm_config_id: 'llmConfigId',
} as const satisfies Record<keyof AgentChange, keyof Agent>

function columns(change: AgentChange): Partial<Agent> {
  const written = wellFormedValue(change.name === undefined ? change : { ...change, name: agentName(change.name) })
  const given = Object.entries(written).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given.map(([key, value]) => [COLUMNS[key as keyof AgentChange], value]))
}
