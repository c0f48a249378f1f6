import type { JsonValue, OperationInfo, ToolResult } from '@spora/sdk'
import { AgentTool } from '../../builtin/agent/agent-tool.ts'
import { CalculatorTool } from '../../builtin/calculator/calculator-tool.ts'
import { settingWorld, toolWith } from '../../settings/testing/setting-world.ts'
import { registerBuiltin } from '../../tools/register-builtin.ts'
import { AgentBuilder } from '../agent-builder.ts'
import { AgentNotes } from '../agent-notes.ts'

const mailOperations: OperationInfo[] = [
  { name: 'list', requiresApprovalByDefault: false, effect: 'none' },
  { name: 'send' },
  { name: 'purge', requiresApprovalByDefault: false, effect: 'destructive' },
  { name: 'hidden', enabledByDefault: false },
]
/** Runs freely, asks, is destructive, and is off by itself. */
export const mail = toolWith([], mailOperations, 'mail')
export const search = toolWith([{ key: 'api_key', label: 'API Key', type: 'password', required: true }], [], 'search')
export const AGENT = 'core/AgentTool'
export const CALCULATOR = 'core/CalculatorTool'

const BUILDING = ['create_agent', 'configure_tools', 'update_agent', 'read_agent', 'get_available_tools']

/** Real parts, the real agent tool, and an agent that may build agents. */
export function agentWorld() {
  const world = settingWorld()
  const { database, events, registry, config, agents, activation } = world.parts
  const notes = new AgentNotes({ database, events, agents })
  const builder = new AgentBuilder({ database, registry, config, agents, activation, notes })
  const tool = new AgentTool(builder)
  registry.register([registerBuiltin(new CalculatorTool()), registerBuiltin(tool), mail, search])
  let calls = 0
  return {
    ...world,
    get parts() {
      return world.parts
    },
    notes,
    builder,
    tool,
    /** With the agent tool and everything of it that builds, each asking as declared. */
    builderAgent(name = 'Planner', toolClasses: readonly string[] = []): number {
      const { id } = agents.create({ name })
      for (const toolClass of [AGENT, ...toolClasses]) activation.setTool(id, toolClass, true)
      for (const operation of BUILDING) activation.setOperation(id, AGENT, operation, { enabled: true })
      return id
    },
    /** As the orchestrator calls it, with a call id of its own unless one is given. */
    call(agentId: number, args: Record<string, JsonValue>, callId = `call-${++calls}`): ToolResult {
      const owner = agents.owner(agentId)
      return tool.execute(args, agentId, null, {
        ...owner,
        isResolvable: () => true,
        settings: {},
        callId,
        signal: new AbortController().signal,
        progress() {},
        log() {},
        fetch,
      })
    },
    create(agentId: number, name = 'Child'): number {
      const made = this.call(agentId, { action: 'create_agent', payload: { name } })
      if (!made.success) throw new Error(made.content)
      return (made.data as { agent_id: number }).agent_id
    },
    configure(agentId: number, targetId: number, tools: JsonValue): ToolResult {
      return this.call(agentId, { action: 'configure_tools', agent_id: targetId, tools })
    },
  }
}

export type AgentWorld = ReturnType<typeof agentWorld>
