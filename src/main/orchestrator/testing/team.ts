import type { CallView } from '../../../shared/contract/calls.ts'
import type { TaskView } from '../../../shared/contract/tasks.ts'
import { HandoverTool } from '../../builtin/handover/handover-tool.ts'
import { registerBuiltin } from '../../tools/register-builtin.ts'
import { call, type ScriptedTurn } from './scripted-driver.ts'
import { World, type WorldOptions } from './world.ts'

export const HANDOVER = 'core/HandoverTool'

/** A world whose first agent is Planner; agents may pass work to each other once `connect` has said so. */
export function team(turns: readonly ScriptedTurn[], options: WorldOptions = {}): World {
  return new World({
    ...options,
    turns,
    agent: { name: 'Planner', ...options.agent },
    tools: world => [
      registerBuiltin(
        new HandoverTool({
          agentName: id => world.parts.agents.nameFor(id, 1),
          handOver: delegation => world.service.handOver(delegation),
          startSubAgent: delegation => world.service.startSubAgent(delegation),
        }),
      ),
    ],
  })
}

/** Lets an agent hand over to these and start them; `free`: without asking. */
export function connect(world: World, from: number, to: readonly number[], free = true): void {
  const { config, activation } = world.parts
  const scope = { scope: 'agent', agent_id: from } as const
  const { revision } = config.view(HANDOVER, scope)
  config.save(HANDOVER, scope, revision, [{ key: 'allowed_target_agents', action: 'set', value: [...to] }])
  activation.setTool(from, HANDOVER, true)
  for (const operation of ['handover', 'sub_agent'])
    activation.setOperation(from, HANDOVER, operation, { requires_approval: !free })
}

export const subAgent = (agentId: number, prompt = 'Do your part.') =>
  call('handover', { op: 'sub_agent', agent_id: agentId, prompt })

export const handOver = (agentId: number, prompt = 'Take over.') =>
  call('handover', { op: 'handover', target_agent_id: agentId, prompt })

/** The chats that others began, oldest first. */
export function begun(world: World): TaskView[] {
  const all = world.service.list({ sub_agents: true }).filter(({ parent }) => parent)
  return all.map(({ id }) => world.service.get(id)).toSorted((a, b) => a.id - b.id)
}

export function told(world: World, agentId = world.agentId): string[] {
  const messages = world.driverOf(agentId).requests.at(-1)?.messages ?? []
  return messages.flatMap(message => (message.role === 'tool' ? [message.content] : []))
}

export function waitingIn(world: World): CallView[] {
  return world.service.pendingCalls()
}
