import {
  AbstractTool,
  type JsonValue,
  Tool,
  type ToolContext,
  ToolOperation,
  ToolParameter,
  ToolResult,
} from '@spora/sdk'
import type { Fields } from './agent-fields.ts'
import { readAgentPatch } from './agent-patch.ts'
import type { AgentManifest, AgentServices, Answer, Asking, NotesMode } from './agent-services.ts'
import { describeAgentCall } from './describe-agent-call.ts'
import { readNewAgent } from './new-agent.ts'
import { readToolChanges } from './tool-changes.ts'

/** What every operation is given. */
interface Call {
  readonly args: Fields
  readonly asking: Asking
  /** The agent it is about: the calling one unless another is named. */
  readonly target: number
}

@Tool({
  name: 'agent',
  description:
    'Read and keep notes, look at agents, and make new ones. A new agent is made in two steps: create_agent makes it ' +
    'without tools and answers its agent_id, configure_tools then gives it tools that the calling agent has itself. ' +
    'Only the operator can change the tools of the calling agent.',
  displayName: 'Agent',
  category: 'agent',
  icon: 'bot',
})
@ToolOperation({
  name: 'update_agent',
  description: 'Change the name, instructions or limits of the calling agent or of an agent it made.',
  enabledByDefault: false,
  idempotent: true,
})
@ToolOperation({
  name: 'read_notes',
  description: 'Read the notes of an agent.',
  requiresApprovalByDefault: false,
  effect: 'none',
})
@ToolOperation({
  name: 'write_notes',
  description: 'Add to the notes, at the end or at the beginning.',
  requiresApprovalByDefault: false,
  idempotent: true,
})
@ToolOperation({
  name: 'write_notes_overwrite',
  description: 'Replace all notes; empty content clears them.',
  enabledByDefault: false,
  effect: 'destructive',
  idempotent: true,
})
@ToolOperation({
  name: 'get_available_tools',
  description: 'List every tool there is, with its operations and whether the calling agent has it.',
  enabledByDefault: false,
  requiresApprovalByDefault: false,
  effect: 'none',
})
@ToolOperation({
  name: 'create_agent',
  description: 'Make a new agent without tools.',
  enabledByDefault: false,
  idempotent: true,
})
@ToolOperation({
  name: 'configure_tools',
  description: 'Set the tools of an agent that the calling agent made.',
  enabledByDefault: false,
  idempotent: true,
})
@ToolOperation({
  name: 'read_agent',
  description: 'Read how an agent is set up.',
  enabledByDefault: false,
  requiresApprovalByDefault: false,
  effect: 'none',
})
@ToolOperation({
  name: 'list_agents',
  description: 'List the agents there are.',
  requiresApprovalByDefault: false,
  effect: 'none',
})
@ToolParameter({
  name: 'agent',
  type: 'object',
  description:
    'For update_agent: only the fields to change, of name, description, system_prompt, max_steps, allow_followup, ' +
    'retry_after_minutes, max_retries.',
  required: ['update_agent'],
})
@ToolParameter({
  name: 'content',
  type: 'string',
  description: 'The text of the notes.',
  required: ['write_notes', 'write_notes_overwrite'],
})
@ToolParameter({
  name: 'mode',
  type: 'string',
  description: 'For write_notes: where the content goes.',
  enum: ['append', 'prepend'],
  default: 'append',
})
@ToolParameter({
  name: 'payload',
  type: 'object',
  description:
    'For create_agent: name (required), description, system_prompt, max_steps (1 to 100), allow_followup, ' +
    'retry_after_minutes, max_retries. Flat; no tools.',
  required: ['create_agent'],
})
@ToolParameter({
  name: 'tools',
  type: 'array',
  description:
    'For configure_tools: [{tool_class, enabled, operations: [{name, enabled, auto_approve}]}]. tool_class as ' +
    'get_available_tools names it. A flag or a tool that is left out stays as it is.',
  required: ['configure_tools'],
})
@ToolParameter({
  name: 'agent_id',
  type: 'integer',
  description: 'The agent it is about. The calling agent when left out.',
  required: false,
})
export class AgentTool extends AbstractTool {
  readonly #services: AgentServices

  constructor(services: AgentServices) {
    super()
    this.#services = services
  }

  override execute(args: Fields, agentId: number, _taskId?: number | null, context?: ToolContext): ToolResult {
    const { agent_id: named } = args
    if (named !== undefined && named !== null && !(Number.isSafeInteger(named) && (named as number) > 0))
      return ToolResult.fail('agent_id must be a positive whole number. list_agents says which there are.')
    const operation = OPERATIONS.get(this.getOperationName(args))
    if (!operation) return ToolResult.fail(`There is no operation “${this.getOperationName(args)}”.`)
    const asking = { agentId, callId: context?.callId ?? null }
    return operation({ args, asking, target: (named as number | undefined | null) ?? agentId }, this.#services)
  }

  override describeAction(args: Fields): string {
    return describeAgentCall(this.getOperationName(args), args, this.#services)
  }
}

type Operation = (call: Call, services: AgentServices) => ToolResult

const OPERATIONS: ReadonlyMap<string, Operation> = new Map<string, Operation>([
  [
    'update_agent',
    ({ args, asking, target }, services) => {
      const patch = readAgentPatch(args.agent)
      if (!patch.ok) return ToolResult.fail(patch.problem)
      return manifest(`Agent #${target} was changed.`, services.update(asking.agentId, target, patch.value))
    },
  ],
  [
    'read_notes',
    ({ asking, target }, services) => {
      const notes = services.readNotes(asking.agentId, target)
      if (!notes.ok) return failed(notes)
      const text = notes.value === '' ? `Agent #${target} has no notes.` : notes.value
      return ToolResult.ok(text, { notes: notes.value, length: [...notes.value].length })
    },
  ],
  ['write_notes', (call, services) => writeNotes(call, services, call.args.mode === 'prepend' ? 'prepend' : 'append')],
  ['write_notes_overwrite', (call, services) => writeNotes(call, services, 'overwrite')],
  [
    'get_available_tools',
    ({ asking }, services) => {
      const answer = services.availableTools(asking.agentId)
      return ToolResult.ok(JSON.stringify(answer), answer as unknown as JsonValue)
    },
  ],
  [
    'create_agent',
    ({ args, asking }, services) => {
      const draft = readNewAgent(args)
      if (!draft.ok) return ToolResult.fail(draft.problem)
      const made = services.create(asking, draft.value)
      if (!made.ok) return failed(made)
      const { agent_id: id, name } = made.value
      return manifest(`Made agent #${id} “${name}”, without tools. Next: configure_tools with agent_id ${id}.`, made)
    },
  ],
  [
    'configure_tools',
    ({ args, asking, target }, services) => {
      const changes = readToolChanges(args.tools)
      if (!changes.ok) return ToolResult.fail(changes.problem)
      return manifest(
        `The tools of agent #${target} are set.`,
        services.configure(asking.agentId, target, changes.value),
      )
    },
  ],
  [
    'read_agent',
    ({ asking, target }, services) => {
      const found = services.read(asking.agentId, target)
      return manifest(found.ok ? `Agent #${target} “${found.value.name}”:` : '', found)
    },
  ],
  [
    'list_agents',
    ({ asking }, services) => {
      const agents = services.list(asking.agentId)
      const lines = agents.map(
        ({ agent_id: id, name, description, is_archived: archived }) =>
          `- #${id} ${name}${archived ? ' (archived)' : ''}${description === '' ? '' : ` — ${description}`}`,
      )
      return ToolResult.ok(lines.join('\n'), { agents: agents.map(agent => ({ ...agent })) })
    },
  ],
])

function writeNotes({ args, asking, target }: Call, services: AgentServices, mode: NotesMode): ToolResult {
  if (typeof args.content !== 'string') return ToolResult.fail('content is missing: the text of the notes.')
  const notes = services.writeNotes(asking, target, args.content, mode)
  if (!notes.ok) return failed(notes)
  const length = [...notes.value].length
  const done = mode !== 'overwrite' && args.content.trim() === '' ? 'Nothing was added.' : 'Written.'
  return ToolResult.ok(`${done} The notes of agent #${target} have ${length} characters now.`, {
    notes: notes.value,
    length,
    mode,
  })
}

/** Everything the model needs stands in the content (A2). */
function manifest(words: string, answer: Answer<AgentManifest>): ToolResult {
  if (!answer.ok) return failed(answer)
  return ToolResult.ok(`${words}\n\n${JSON.stringify(answer.value)}`, answer.value as unknown as JsonValue)
}

function failed({ code, sentence }: Extract<Answer<unknown>, { ok: false }>): ToolResult {
  return ToolResult.fail(sentence, { error_code: code })
}
