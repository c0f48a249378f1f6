import type { AgentChange } from '../../shared/contract/agents.ts'
import { ERROR_STATUS } from '../../shared/error-codes.ts'
import { SporaError } from '../../shared/spora-error.ts'
import type { ToolConfigService } from '../settings/tool-config-service.ts'
import type { Database } from '../storage/database.ts'
import { shownName } from '../tools/shown-name.ts'
import type { ToolRegistry } from '../tools/tool-registry.ts'
import { AgentFamily } from './agent-family.ts'
import { type AgentManifest, type AvailableTools, agentManifest, availableTools } from './agent-manifest.ts'
import type { AgentNotes } from './agent-notes.ts'
import { commonRights, exceeds, mayExceed, rightsTo } from './agent-rights.ts'
import type { Agent, AgentStore } from './agent-store.ts'
import { AgentWrites } from './agent-writes.ts'
import { configureTools, type ToolChange } from './configure-tools.ts'
import type { ToolActivation } from './tool-activation.ts'

export interface AgentBuilderParts {
  readonly database: Database
  readonly registry: ToolRegistry
  readonly config: ToolConfigService
  readonly agents: AgentStore
  readonly activation: ToolActivation
  readonly notes: AgentNotes
}

/** The call behind it: who asks, and which call it is. */
export interface Asking {
  readonly agentId: number
  readonly callId: string | null
}

export interface NewSubAgent {
  readonly name: string
  readonly description: string | null
  readonly system_prompt: string | null
  readonly max_steps: number
  readonly allow_followup: boolean
  readonly retry_after_minutes: number
  readonly max_retries: number
}

/** Done, or the sentence that says why not. */
export type Answer<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly code: string; readonly sentence: string }

export interface AgentLine {
  readonly agent_id: number
  readonly name: string
  readonly description: string
  readonly is_archived: boolean
}

const MOST_CHILDREN = 50
const DEEPEST = 5

/** What one agent may do to agents: read its owner's, make new ones, change itself and what it made (A2, A3). */
export class AgentBuilder {
  readonly #parts: AgentBuilderParts
  readonly #family: AgentFamily
  readonly #writes: AgentWrites

  constructor(parts: AgentBuilderParts) {
    this.#parts = parts
    this.#family = new AgentFamily(parts.database)
    this.#writes = new AgentWrites(parts.database)
  }

  availableTools(agentId: number): AvailableTools {
    return availableTools(this.#parts, agentId)
  }

  list(agentId: number): AgentLine[] {
    const { agents } = this.#parts
    return agents.ofPrincipal(agents.get(agentId).principalId).map(({ id, name, description, archived }) => ({
      agent_id: id,
      name,
      description,
      is_archived: archived,
    }))
  }

  read(agentId: number, targetId: number): Answer<AgentManifest> {
    return this.#answer(() => agentManifest(this.#parts, this.#owned(agentId, targetId).id))
  }

  create({ agentId, callId }: Asking, draft: NewSubAgent): Answer<AgentManifest> {
    return this.#answer(() => {
      const done = callId === null ? null : this.#writes.agentOf(callId)
      if (done !== null) return agentManifest(this.#parts, done)
      const maker = this.#parts.agents.get(agentId)
      this.#refuseTooMany(maker)
      const fields = { ...draft, description: draft.description ?? '', system_prompt: draft.system_prompt ?? '' }
      const { id } = this.#parts.agents.create(fields, maker.principalId, { parentAgentId: agentId })
      if (callId !== null) this.#writes.note(callId, id)
      return agentManifest(this.#parts, id)
    })
  }

  configure(agentId: number, targetId: number, changes: readonly ToolChange[]): Answer<AgentManifest> {
    return this.#answer(() => {
      const target = this.#owned(agentId, targetId)
      const warnings = configureTools({ ...this.#parts, family: this.#family }, agentId, target.id, changes)
      const named = changes.map(change => change.tool_class)
      return agentManifest(this.#parts, target.id, named, warnings)
    })
  }

  update(agentId: number, targetId: number, change: Omit<AgentChange, 'llm_config_id'>): Answer<AgentManifest> {
    return this.#answer(() => {
      const target = this.#changeable(agentId, targetId)
      this.#parts.agents.update(target.id, change)
      return agentManifest(this.#parts, target.id)
    })
  }

  readNotes(agentId: number, targetId: number): Answer<string> {
    return this.#answer(() => this.#parts.notes.read(this.#owned(agentId, targetId).id))
  }

  writeNotes(
    { agentId, callId }: Asking,
    targetId: number,
    content: string,
    mode: 'append' | 'prepend' | 'overwrite',
  ): Answer<string> {
    return this.#answer(() => {
      const { notes } = this.#parts
      const target = this.#changeable(agentId, targetId)
      if (callId === null || this.#writes.agentOf(callId) === null) {
        if (mode === 'overwrite') notes.write(target.id, content)
        else notes.add(target.id, content, mode)
        if (callId !== null) this.#writes.note(callId, target.id)
      }
      return notes.read(target.id)
    })
  }

  agentName(agentId: number): string | null {
    return this.#parts.agents.find(agentId)?.name ?? null
  }

  toolName(toolClass: string): string | null {
    const tool = this.#parts.registry.byClass(toolClass)
    return tool ? shownName(tool.metadata) : null
  }

  /** Agents of another owner are as unknown as those that do not exist. */
  #owned(agentId: number, targetId: number): Agent {
    const { agents } = this.#parts
    const caller = agents.get(agentId)
    const target = targetId === agentId ? caller : agents.find(targetId)
    if (target?.principalId === caller.principalId) return target
    throw new SporaError(
      'AGENT_NOT_FOUND',
      `There is no agent #${targetId}, or it belongs to somebody else. list_agents says which there are.`,
      { agent_id: targetId },
    )
  }

  /**
   * Itself, and what it made. Who can write the instructions of another agent can use what that one may do: not when the
   * operator gave it more.
   */
  #changeable(agentId: number, targetId: number): Agent {
    const target = this.#owned(agentId, targetId)
    if (targetId === agentId) return target
    const line = this.#family.lineTo(agentId, targetId)
    const why = !line
      ? 'was not made by the calling agent'
      : this.#hasMore(targetId, line)
        ? 'was given more by the operator than the calling agent has'
        : null
    if (why === null) return target
    throw new SporaError(
      'AGENT_RIGHTS',
      `Agent #${targetId} “${target.name}” ${why}, so the calling agent cannot change it. ` +
        `Only the operator can, in the window: Agents, “${target.name}”.`,
      { agent_id: targetId },
    )
  }

  #hasMore(agentId: number, line: readonly number[]): boolean {
    const { activation, registry } = this.#parts
    const absent = activation.enabledClasses(agentId).filter(toolClass => !registry.byClass(toolClass))
    if (absent.some(toolClass => mayExceed(activation, agentId, line, toolClass))) return true
    return activation.enabledTools(agentId).some(tool => {
      const limits = commonRights(activation, line, tool)
      return [...rightsTo(activation, agentId, tool)].some(([name, right]) => exceeds(right, limits.get(name) ?? 'off'))
    })
  }

  #refuseTooMany({ id }: Agent): void {
    const why =
      this.#family.ancestors(id).length + 1 >= DEEPEST
        ? `Agents that make agents may stand ${DEEPEST} deep, and the calling agent is the last of them.`
        : this.#family.children(id) >= MOST_CHILDREN
          ? `The calling agent has made ${MOST_CHILDREN} agents, which is as many as one may.`
          : null
    if (why === null) return
    throw new SporaError(
      'AGENT_RIGHTS',
      `${why} Use one of list_agents, or ask the operator, who can make more in the window.`,
    )
  }

  /** What the caller can do something about becomes a sentence for it; a broken disk stays an error. */
  #answer<T>(work: () => T): Answer<T> {
    try {
      return { ok: true, value: this.#parts.database.transaction(work) }
    } catch (error) {
      if (error instanceof SporaError && ERROR_STATUS[error.code] < 500)
        return { ok: false, code: error.code, sentence: error.message }
      throw error
    }
  }
}
