import type { AgentView } from '../../shared/contract/agents.ts'
import type { Database } from '../storage/database.ts'
import type { AbsentTool } from '../tools/absent-tool.ts'
import type { Agent, AgentStore } from './agent-store.ts'
import { inTileOrder } from './in-tile-order.ts'
import type { ToolActivation } from './tool-activation.ts'
import { toolChip } from './tool-chip.ts'

export interface AgentViewParts {
  readonly database: Database
  readonly agents: AgentStore
  readonly activation: ToolActivation
  /** The model the agent would use now. */
  readonly modelOf: (agent: Agent) => AgentView['model']
  /** Tools that keep their place though they cannot be called. */
  readonly absentTools?: () => readonly AbsentTool[]
}

interface Counts {
  chats: number
  takesPart: number
  waiting: number
  lastRun: string | null
}

/** Agents as a window shows them. */
export class AgentViews {
  readonly #parts: AgentViewParts

  constructor(parts: AgentViewParts) {
    this.#parts = parts
  }

  list({ archived = false }: { archived?: boolean } = {}): AgentView[] {
    return this.#parts.agents.list({ archived }).map(agent => this.view(agent))
  }

  get(id: number): AgentView {
    return this.view(this.#parts.agents.get(id))
  }

  view(agent: Agent): AgentView {
    const { modelOf } = this.#parts
    const { chats, takesPart, waiting, lastRun } = this.#counts(agent.id)
    return {
      id: agent.id,
      name: agent.name,
      description: agent.description,
      system_prompt: agent.systemPrompt,
      max_steps: agent.maxSteps,
      allow_followup: agent.allowFollowup,
      retry_after_minutes: agent.retryAfterMinutes,
      max_retries: agent.maxRetries,
      llm_config_id: agent.llmConfigId,
      model: modelOf(agent),
      tools: this.#chips(agent.id),
      archived: agent.archived,
      chats,
      takes_part: takesPart,
      waiting_calls: waiting,
      last_run_at: lastRun,
      created_at: agent.createdAt,
      created_by: this.#maker(agent),
      template: templateOf(agent),
    }
  }

  #maker({ parentAgentId }: Agent): AgentView['created_by'] {
    if (parentAgentId === null) return null
    return { id: parentAgentId, name: this.#parts.agents.get(parentAgentId).name }
  }

  #chips(agentId: number): AgentView['tools'] {
    const { activation, absentTools } = this.#parts
    const enabled = new Set(activation.enabledClasses(agentId))
    const absent = (absentTools?.() ?? []).map(({ tool }) => tool).filter(({ toolClass }) => enabled.has(toolClass))
    return inTileOrder([...activation.enabledTools(agentId), ...absent]).map(tool =>
      absent.includes(tool) ? { ...toolChip(tool), absent: true } : toolChip(tool),
    )
  }

  #counts(agentId: number): Counts {
    return this.#parts.database.sqlite
      .prepare(
        `SELECT
           (SELECT count(*) FROM tasks WHERE agent_id = :id AND parent_task_id IS NULL) AS chats,
           (SELECT count(*) FROM tasks WHERE agent_id = :id) AS takesPart,
           (SELECT count(*) FROM tool_calls WHERE agent_id = :id AND state IN ('awaiting', 'outcome_unknown')) AS waiting,
           (SELECT max(updated_at) FROM tasks WHERE agent_id = :id) AS lastRun`,
      )
      .get({ id: agentId }) as Counts
  }
}

function templateOf({ template }: Agent): AgentView['template'] {
  return template ? { id: String(template.id), version: String(template.version) } : null
}
