import { operationsOf } from '@spora/sdk'
import type { StarterView } from '../../shared/contract/agents.ts'
import { SporaError } from '../../shared/spora-error.ts'
import type { Database } from '../storage/database.ts'
import type { RegisteredTool } from '../tools/registered-tool.ts'
import type { ToolRegistry } from '../tools/tool-registry.ts'
import type { Agent, AgentStore } from './agent-store.ts'
import { type Starter, starters } from './starters.ts'
import type { ToolActivation } from './tool-activation.ts'
import { toolChip } from './tool-chip.ts'

export interface StarterParts {
  readonly database: Database
  readonly registry: ToolRegistry
  readonly agents: AgentStore
  readonly activation: ToolActivation
}

export class StarterService {
  readonly #parts: StarterParts

  constructor(parts: StarterParts) {
    this.#parts = parts
  }

  /** Those whose tools are all there. */
  list(): StarterView[] {
    return starters.flatMap(starter => {
      const tools = this.#tools(starter)
      return tools ? [view(starter, tools)] : []
    })
  }

  /** The agent, its tools and what asks, or nothing of it. */
  create(key: string): Agent {
    const { database, agents, activation } = this.#parts
    const starter = starters.find(starter => starter.key === key)
    const tools = starter && this.#tools(starter)
    if (!starter || !tools) throw new SporaError('NOT_FOUND', `There is no starter “${key}” now. Choose another.`)
    return database.transaction(() => {
      const agent = agents.create({
        name: starter.name,
        description: starter.description,
        system_prompt: starter.systemPrompt,
      })
      for (const { tool, asks } of tools) {
        activation.setTool(agent.id, tool.toolClass, true)
        const destroys = new Set(
          operationsOf(tool.metadata).flatMap(each => (each.effect === 'destructive' ? [each.name] : [])),
        )
        for (const operation of activation.operations(agent.id, tool)) {
          // Asking is written down; what runs freely by itself is left to the tool, and what destroys always asks.
          if (asks || (operation.requiresApproval && !destroys.has(operation.name)))
            activation.setOperation(agent.id, tool.toolClass, operation.name, { requires_approval: asks })
        }
      }
      return agent
    })
  }

  #tools(starter: Starter): StarterTool[] | null {
    const tools = starter.tools.map(({ name, ...rest }) => ({ tool: this.#parts.registry.byName(name), ...rest }))
    return tools.every(({ tool }) => tool !== undefined) ? (tools as StarterTool[]) : null
  }
}

interface StarterTool {
  readonly tool: RegisteredTool
  readonly asks: boolean
  readonly summary: string
}

function view(starter: Starter, tools: readonly StarterTool[]): StarterView {
  return {
    key: starter.key,
    name: starter.name,
    description: starter.description,
    icon: starter.icon,
    tools: tools.map(({ tool, asks, summary }) => ({ tool: toolChip(tool), asks, summary })),
    example_prompt: starter.examplePrompt,
  }
}
