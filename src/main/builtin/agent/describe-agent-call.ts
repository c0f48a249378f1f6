import { asFields, type Fields } from './agent-fields.ts'
import type { AgentServices, ToolChange } from './agent-services.ts'
import { readToolChanges } from './tool-changes.ts'

type Names = Pick<AgentServices, 'agentName' | 'toolName'>

/** One line for the person who approves: on whom, and what it comes to. */
export function describeAgentCall(operation: string, args: Fields, names: Names): string {
  const on = target(args.agent_id, names)
  switch (operation) {
    case 'update_agent':
      return `Change ${on}: ${Object.keys(asFields(args.agent) ?? {}).join(', ') || 'nothing'}`
    case 'read_notes':
      return `Read the notes of ${on}`
    case 'write_notes':
      return `Add to the notes of ${on}: “${text(args.content)}”`
    case 'write_notes_overwrite':
      return `Replace all notes of ${on} by: “${text(args.content)}”`
    case 'get_available_tools':
      return 'Look up which tools there are'
    case 'create_agent':
      return `Make a new agent “${text(asFields(args.payload)?.name)}”, without tools`
    case 'configure_tools':
      return `Set the tools of ${on}: ${changes(args.tools, names)}`
    case 'read_agent':
      return `Read how ${on} is set up`
    case 'list_agents':
      return 'List the agents'
    default:
      return 'Use the agent tool'
  }
}

function target(agentId: unknown, names: Names): string {
  if (agentId === undefined || agentId === null) return 'the calling agent'
  const name = names.agentName(Number(agentId))
  return name === null ? `agent #${agentId}` : `agent #${agentId} “${name}”`
}

function changes(tools: unknown, names: Names): string {
  const read = readToolChanges(tools)
  if (!read.ok) return 'not understood'
  return read.value.map(change => toolWords(change, names)).join('; ') || 'nothing'
}

function toolWords({ tool_class: toolClass, enabled, operations = [] }: ToolChange, names: Names): string {
  const state = enabled === undefined ? '' : enabled ? ' on' : ' off'
  const details = operations.flatMap(({ name, enabled: on, auto_approve: auto }) => {
    const words = [
      ...(on === undefined ? [] : [on ? 'on' : 'off']),
      ...(auto === undefined ? [] : [auto ? 'runs without asking' : 'asks first']),
    ]
    return words.length > 0 ? [`${name} ${words.join(', ')}`] : []
  })
  return `${names.toolName(toolClass) ?? toolClass}${state}${details.length > 0 ? ` (${details.join('; ')})` : ''}`
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '?'
}
