import { SporaError } from '../../shared/spora-error.ts'
import type { Agent } from '../agents/agent-store.ts'
import { wellFormedText } from '../text/well-formed.ts'
import { ancestry, lineage } from './lineage.ts'
import { handedOverBefore } from './outcome-words.ts'
import type { Runtime } from './runtime.ts'
import { isFinal } from './task-states.ts'
import type { TaskRow } from './task-store.ts'
import { taskTitle } from './task-title.ts'

/** Which agent is to do what, asked for by a call of a chat. */
export interface Delegation {
  readonly agentId: number
  readonly prompt: string
  readonly taskId: number
  readonly callId: string
}

export type Delegated =
  | { readonly ok: true; readonly taskId: number; readonly agentName: string }
  | { readonly ok: false; readonly reason: string }

/**
 * H1-H4: begins chats of other agents. What is begun, the call that began it and the state of its chat are one
 * transaction; a call that is repeated after a crash finds the chat it has begun.
 */
export class Delegations {
  constructor(readonly runtime: Runtime) {}

  /** The call stays open until the sub-agent's chat is over. */
  startSubAgent(delegation: Delegation): Delegated {
    const { journal, faults } = this.runtime
    const begun = this.#begin(delegation, 'sub_agent', (source, child) => {
      const siblings = journal.calls
        .ofTask(source.id, source.stepCount)
        .flatMap(({ id }) => journal.tasks.begunBy(id)?.id ?? [])
      journal.tasks.update(source.id, { data: { ...source.data, spawned_sub_task_ids: siblings } })
      journal.calls.noteSubAgents(
        { id: delegation.callId, taskId: source.id },
        { op: 'sub_agent', spawned_sub_task_ids: [child.id], target_agent_id: child.agentId },
      )
    })
    faults.at('F18')
    return this.#go(begun)
  }

  /** H2: the chat is closed in the same moment in which the other begins; what was still to be decided in it is over. */
  handOver(delegation: Delegation): Delegated {
    const { journal } = this.runtime
    return this.#go(
      this.#begin(delegation, 'handover', (source, target, agent) => {
        journal.tasks.transition(source.id, 'COMPLETED', 'hand over', {
          finalResponse: `Handed off to ${agent.name}.`,
          data: {
            ...source.data,
            handover: { target_task_id: target.id, target_agent_id: agent.id, target_agent_name: agent.name },
          },
        })
        for (const call of journal.calls.openOf(source.id))
          if (call.id !== delegation.callId && (call.state === 'awaiting' || call.state === 'ready'))
            journal.settle(call, 'cancelled', handedOverBefore(agent.name))
        journal.notice(source.id, source.stepCount, 'HANDED_OVER', `Handed off to ${agent.name}.`, target.id)
      }),
    )
  }

  #begin(
    delegation: Delegation,
    origin: 'sub_agent' | 'handover',
    record: (source: TaskRow, begun: TaskRow, agent: Agent) => void,
  ): Delegated {
    const { journal, parts } = this.runtime
    const { taskId, callId, agentId } = delegation
    return journal.transaction(() => {
      const before = journal.tasks.begunBy(callId)
      if (before) return { ok: true, taskId: before.id, agentName: parts.agents.get(before.agentId).name }
      const source = journal.tasks.get(taskId)
      const agent = this.#find(agentId, source)
      const reason = agent ? this.#refusal(source, agent, origin) : `There is no agent #${agentId}.`
      if (!agent || reason !== null) return { ok: false, reason: reason ?? '' }
      const userPrompt = wellFormedText(delegation.prompt)
      const begun = journal.tasks.insert({
        agentId,
        runnerUserId: source.runnerUserId,
        title: taskTitle(userPrompt),
        userPrompt,
        maxSteps: agent.maxSteps,
        origin,
        parentTaskId: source.id,
        parentCallId: callId,
      })
      journal.history.append({ taskId: begun.id, step: 0, role: 'user', content: userPrompt })
      record(source, begun, agent)
      return { ok: true, taskId: begun.id, agentName: agent.name }
    })
  }

  #go(begun: Delegated): Delegated {
    if (begun.ok) {
      this.runtime.events.changed('tasks', begun.taskId)
      this.runtime.kickSoon(begun.taskId)
    }
    return begun
  }

  /** Only agents of the same principal: a chat never crosses to another's. */
  #find(agentId: number, source: TaskRow): Agent | null {
    const { agents } = this.runtime.parts
    try {
      const agent = agents.get(agentId)
      return agent.principalId === agents.get(source.agentId).principalId ? agent : null
    } catch (error) {
      if (error instanceof SporaError && error.code === 'AGENT_NOT_FOUND') return null
      throw error
    }
  }

  /** H4: why this agent cannot take it, in a sentence the model can use. */
  #refusal(source: TaskRow, agent: Agent, origin: 'sub_agent' | 'handover'): string | null {
    const { journal, parts, limits } = this.runtime
    const chain = ancestry(journal.tasks, source)
    const running = journal.calls
      .openOf(source.id)
      .flatMap(({ id }) => journal.tasks.begunBy(id) ?? [])
      .filter(task => task.origin === 'sub_agent')
    if (isFinal(source.status)) return 'This chat is over, so nothing can begin in it.'
    if (agent.id === source.agentId) return `That is you: ${agent.name} cannot pass work to itself.`
    if (agent.archived) return `${agent.name} is archived, so it takes no work.`
    if (parts.models.configFor(agent.id) === null)
      return `${agent.name} has no model, so it cannot work. The operator chooses one in Settings → Models.`
    if (chain.some(({ agentId }) => agentId === agent.id))
      return `${agent.name} is on the way here already (${this.#way(source)}), so this would go in a circle. Finish with what you have; your answer goes back to whoever asked.`
    if (chain.length > limits.delegationDepth)
      return `This is ${limits.delegationDepth} agents deep (${this.#way(source)}), which is the limit. Do the rest yourself.`
    if (origin === 'handover' && running.length > 0)
      return `Sub-agents of this chat are still at work. Hand over when they are done.`
    if (origin === 'sub_agent' && running.length >= limits.subAgentsAtOnce)
      return `${limits.subAgentsAtOnce} sub-agents of this chat are at work, which is the limit. Start this one when some are done.`
    return null
  }

  #way(source: TaskRow): string {
    const { journal, parts } = this.runtime
    const chats = lineage(journal.tasks, source).toReversed()
    return chats.map(({ agentId }) => parts.agents.get(agentId).name).join(' › ')
  }
}
