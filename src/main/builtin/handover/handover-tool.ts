import {
  AbstractTool,
  type JsonValue,
  Tool,
  type ToolContext,
  ToolOperation,
  ToolParameter,
  ToolResult,
  ToolSetting,
} from '@spora/sdk'
import type { Delegation, HandoverServices } from './handover-services.ts'

interface HandoverArguments {
  readonly op?: string
  readonly target_agent_id?: number
  readonly agent_id?: number
  readonly prompt?: string
}

@Tool({
  name: 'handover',
  description:
    'Pass work to another agent. handover: transfer the whole conversation and end here. sub_agent: let the other agent do a part and go on with its answer. The other agent sees only the prompt, nothing of this conversation, so put everything it needs into it.',
  displayName: 'Handover',
  category: 'agent',
  icon: 'arrow-right',
})
@ToolOperation({
  name: 'handover',
  description: 'Transfers the conversation to another agent and closes this one.',
  discriminatorKey: 'op',
  effect: 'write',
  idempotent: true,
})
@ToolOperation({
  name: 'sub_agent',
  description: 'Starts another agent on a part of the work and waits for its answer.',
  discriminatorKey: 'op',
  effect: 'write',
  idempotent: true,
})
@ToolParameter({
  name: 'target_agent_id',
  type: 'integer',
  description: 'For handover: the agent that takes over.',
  required: ['handover'],
})
@ToolParameter({
  name: 'agent_id',
  type: 'integer',
  description: 'For sub_agent: the agent that does the part.',
  required: ['sub_agent'],
})
@ToolParameter({
  name: 'prompt',
  type: 'string',
  description: 'Everything the other agent needs to know: the task, and what was found out until now.',
})
@ToolSetting({
  key: 'allowed_target_agents',
  label: 'Allowed target agents',
  type: 'multi-select',
  description: 'The agents it may hand over to or start.',
  required: true,
  exposeToLlm: true,
  resolveAs: 'agent',
})
export class HandoverTool extends AbstractTool {
  readonly #services: HandoverServices

  constructor(services: HandoverServices) {
    super()
    this.#services = services
  }

  override execute(
    args: HandoverArguments,
    _agentId: number,
    taskId?: number | null,
    context?: ToolContext,
  ): ToolResult {
    const closes = this.getOperationName({ ...args }) !== 'sub_agent'
    const target = closes ? args.target_agent_id : args.agent_id
    if (!isId(target)) return ToolResult.fail(`${closes ? 'target_agent_id' : 'agent_id'} is required.`)
    const prompt = args.prompt?.trim() ?? ''
    if (prompt === '') return ToolResult.fail('prompt is required: the other agent knows nothing but what it says.')
    if (!context || typeof taskId !== 'number')
      return ToolResult.fail('This works only inside a chat: there is none to hand over.')
    if (!allows(context.settings.allowed_target_agents, target))
      return ToolResult.fail(
        `The operator does not allow handing over to agent #${target}. The allowed ones are in the description of this tool.`,
      )
    const delegation = { agentId: target, prompt, taskId, callId: context.callId }
    return closes ? this.#handOver(delegation) : this.#startSubAgent(delegation)
  }

  override describeAction(args: HandoverArguments): string {
    const closes = this.getOperationName({ ...args }) !== 'sub_agent'
    const target = closes ? args.target_agent_id : args.agent_id
    const agent = isId(target) ? (this.#services.agentName(target) ?? `agent #${target}`) : 'an agent'
    const prompt = (args.prompt ?? '').trim()
    return closes ? `Hand this chat over to **${agent}**: ${prompt}` : `Let **${agent}** do a part: ${prompt}`
  }

  #handOver(delegation: Delegation): ToolResult {
    const done = this.#services.handOver(delegation)
    if (!done.ok) return ToolResult.fail(done.reason)
    const { taskId, agentName } = done
    return ToolResult.ok(`Handed off to ${agentName}: [New task #${taskId}](/tasks/${taskId}).`, {
      handover: true,
      op: 'handover',
      new_task_id: taskId,
      target_agent_id: delegation.agentId,
    })
  }

  #startSubAgent(delegation: Delegation): ToolResult {
    const begun = this.#services.startSubAgent(delegation)
    if (!begun.ok) return ToolResult.fail(begun.reason)
    const { taskId, agentName } = begun
    const { agentId } = delegation
    return ToolResult.ok(
      `Sub-agent task #${taskId} starts on ${agentName} (#${agentId}): [Sub-agent task #${taskId}](/tasks/${taskId}).`,
      { op: 'sub_agent', spawned_sub_task_ids: [taskId], target_agent_id: agentId },
    )
  }
}

function isId(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) > 0
}

function allows(allowed: JsonValue | undefined, agentId: number): boolean {
  return Array.isArray(allowed) && allowed.some(id => Number(id) === agentId)
}
