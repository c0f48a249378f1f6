import type { CallView, Decision } from '../../shared/contract/calls.ts'
import type { TaskSummary, TaskView } from '../../shared/contract/tasks.ts'
import { SporaError } from '../../shared/spora-error.ts'
import { wellFormedText } from '../text/well-formed.ts'
import { type ActiveChat, activeChats, type ChatEnd } from './attention.ts'
import { callViews } from './call-views.ts'
import { Decisions } from './decisions.ts'
import type { Delegated, Delegation } from './delegation.ts'
import { successor } from './lineage.ts'
import type { LoopAnswer } from './loop-store.ts'
import { oneLine } from './one-line.ts'
import type { OrchestratorParts } from './orchestrator-parts.ts'
import { recover } from './recovery.ts'
import { removeChat } from './remove-chat.ts'
import { RuleService } from './rules/rule-service.ts'
import { Runtime } from './runtime.ts'
import { hush, stopChat } from './stop-chat.ts'
import { invalidState, isFinal } from './task-states.ts'
import { FRESH, type TaskRow } from './task-store.ts'
import { taskTitle } from './task-title.ts'
import { type TaskFilter, TaskViews } from './task-views.ts'

/** As many as an empty inbox shows (S3). */
const SHOWN_RECEIPTS = 5

/** Chats, from the first message to the last: the public face of the orchestrator. */
export class TaskService {
  readonly #runtime: Runtime
  readonly #views: TaskViews
  readonly #decisions: Decisions
  /** What the operator said for more than one call (P5). */
  readonly rules: RuleService

  constructor(parts: OrchestratorParts) {
    this.#runtime = new Runtime(parts)
    this.#views = new TaskViews(this.#runtime)
    this.#decisions = new Decisions(this.#runtime)
    this.rules = new RuleService(this.#runtime)
  }

  /** Takes up what the last start of the app left, then runs. */
  start(): void {
    for (const taskId of recover(this.#runtime)) this.#runtime.kick(taskId)
    this.#runtime.retries.arm()
  }

  stop(): Promise<void> {
    return this.#runtime.stop()
  }

  /** Resolves when nothing happens any more without a person or a clock. For tests and benches. */
  idle(): Promise<void> {
    return this.#runtime.idle()
  }

  list(filter?: TaskFilter): TaskSummary[] {
    return this.#views.list(filter)
  }

  get(id: number): TaskView {
    return this.#views.get(id)
  }

  create({ agent_id, prompt, max_steps, without_tools = false }: NewChat, runnerUserId: number | null): TaskView {
    const { journal, parts, faults } = this.#runtime
    const agent = parts.agents.get(agent_id)
    if (agent.archived)
      throw new SporaError(
        'INVALID_STATE',
        `“${agent.name}” is archived. Take it out of the archive to chat with it.`,
        {
          agent_id,
        },
      )
    const userPrompt = wellFormedText(prompt)
    const task = journal.transaction(() => {
      const created = journal.tasks.insert({
        agentId: agent.id,
        runnerUserId,
        title: taskTitle(userPrompt),
        userPrompt,
        maxSteps: max_steps ?? agent.maxSteps,
        withoutTools: without_tools,
      })
      journal.history.append({ taskId: created.id, step: 0, role: 'user', content: userPrompt })
      return created
    })
    faults.at('F01')
    return this.#goOn(task.id)
  }

  /** T1: a follow-up, or without a prompt: more steps for the same. */
  continue(
    id: number,
    { prompt, additional_steps }: { prompt?: string | undefined; additional_steps?: number | undefined },
  ): TaskView {
    const { journal, parts } = this.#runtime
    const task = journal.tasks.get(id)
    if (!isFinal(task.status) || task.status === 'CANCELLED') throw invalidState(task.status, 'QUEUED', 'continue')
    const agent = parts.agents.get(task.agentId)
    if (prompt !== undefined && !agent.allowFollowup)
      throw new SporaError('INVALID_STATE', `“${agent.name}” takes no follow-ups. Start a new chat.`, {
        from: task.status,
        allow_followup: false,
      })
    if (prompt === undefined && task.status === 'COMPLETED')
      throw new SporaError('VALIDATION_ERROR', 'This chat is complete: say what it should do next.', { id })
    const next = successor(journal.tasks, task)
    if (next)
      throw new SporaError('INVALID_STATE', `This chat was handed over. It goes on in chat #${next.id}.`, {
        from: task.status,
        target_task_id: next.id,
      })
    const userPrompt = wellFormedText(prompt ?? task.userPrompt)
    const maxSteps = task.stepCount + (additional_steps ?? agent.maxSteps)
    journal.transaction(() => {
      journal.tasks.transition(id, 'QUEUED', 'continue', { ...FRESH, userPrompt, maxSteps })
      if (prompt !== undefined)
        journal.history.append({ taskId: id, step: task.stepCount, role: 'user', content: userPrompt })
    })
    return this.#goOn(id)
  }

  /** Asks the step that failed once more; when it was for the tools, perhaps without them (H8). */
  retry(id: number, { without_tools }: { without_tools?: true | undefined } = {}): TaskView {
    const { journal, parts } = this.#runtime
    const task = journal.tasks.get(id)
    if (task.status !== 'FAILED') throw invalidState(task.status, 'QUEUED', 'retry')
    const maxSteps = Math.max(
      task.maxSteps,
      task.stepCount + (task.stepCount >= task.maxSteps ? stepsOf(parts, task) : 1),
    )
    journal.transaction(() => {
      journal.tasks.transition(id, 'QUEUED', 'retry', { ...FRESH, maxSteps })
      if (without_tools) this.#offerTools(task, false)
    })
    return this.#goOn(id)
  }

  /** From the next answer on. */
  useTools(id: number, use: boolean): TaskView {
    const { journal, events } = this.#runtime
    journal.transaction(() => this.#offerTools(journal.tasks.get(id), use))
    events.changed('tasks', id)
    return this.get(id)
  }

  #offerTools({ id, stepCount, withoutTools }: TaskRow, use: boolean): void {
    if (withoutTools !== use) return
    const { journal } = this.#runtime
    journal.tasks.update(id, { withoutTools: !use })
    if (use) journal.notice(id, stepCount, 'TOOLS_ON', 'From here on the model is offered the agent’s tools again.')
    else journal.notice(id, stepCount, 'TOOLS_OFF', 'From here on the model is offered no tools.')
  }

  /** T7: it is not tried again by itself. It stays failed, and whoever waits for it hears so. */
  cancelRetry(id: number): TaskView {
    const { journal, events } = this.#runtime
    if (journal.tasks.get(id).retryAt === null)
      throw new SporaError('INVALID_STATE', 'This chat is not about to be tried again.', { id })
    journal.tasks.update(id, { retryAt: null })
    events.changed('tasks', id)
    this.#runtime.tellEmployer(id)
    return this.get(id)
  }

  /** Stops whatever happens in the chat, also its sub-agents. What was written until now stays. */
  abort(id: number): TaskView {
    const { journal, faults } = this.#runtime
    faults.at('F26')
    hush(
      this.#runtime,
      journal.transaction(() => stopChat(this.#runtime, id)),
    )
    this.#runtime.tellEmployer(id)
    return this.get(id)
  }

  rename(id: number, title: string): TaskView {
    this.#runtime.journal.tasks.get(id)
    this.#runtime.journal.tasks.update(id, { title: oneLine(title) })
    this.#runtime.events.changed('tasks', id)
    return this.get(id)
  }

  remove(id: number): { removed: boolean } {
    const task = this.#runtime.journal.tasks.find(id)
    if (!task) return { removed: false }
    removeChat(this.#runtime, task)
    return { removed: true }
  }

  /** P3. Durable when it resolves; approved calls run after that. */
  async approve(id: number, decisions: readonly Decision[], actorUserId: number | null = null): Promise<TaskView> {
    await this.#decisions.decide(id, decisions, actorUserId)
    return this.get(id)
  }

  /** For notifications: a person's chats in which something happens. */
  activeChats(): ActiveChat[] {
    return activeChats(this.#runtime.journal)
  }

  onEnd(listener: (end: ChatEnd) => void): void {
    this.#runtime.onEnd(listener)
  }

  /** Everything that waits for a person, oldest first, over all chats. */
  pendingCalls(): CallView[] {
    return callViews(this.#runtime, this.#runtime.journal.waitingCalls())
  }

  /** The last receipts, latest first, over all chats. */
  decidedCalls(): CallView[] {
    return callViews(this.#runtime, this.#runtime.journal.calls.lastDecided(SHOWN_RECEIPTS))
  }

  call(callId: string): CallView {
    const [view] = callViews(this.#runtime, [this.#runtime.journal.calls.get(callId)])
    if (!view) throw new SporaError('CALL_NOT_FOUND', 'There is no such call.', { call_id: callId })
    return view
  }

  /** Stops one call that runs; the chat goes on with how it ended. */
  stopCall(callId: string): CallView {
    const { state } = this.#runtime.journal.calls.get(callId)
    if (!this.#runtime.executor.abortCall(callId))
      throw new SporaError('INVALID_STATE', `This call does not run: it is ${state}.`, { call_id: callId, state })
    return this.call(callId)
  }

  /** A picture that came with a result. */
  medium(callId: string, position: number): { mime_type: string; base64: string } {
    const medium = this.#runtime.journal.media.read(callId, position)
    if (!medium) throw new SporaError('NOT_FOUND', 'This picture is gone.', { call_id: callId, position })
    return { mime_type: medium.mimeType, base64: medium.base64 }
  }

  /** T10: for the tool that reads the rest of a long result. */
  resultText(taskId: number, handle: string): string | null {
    const { calls, history } = this.#runtime.journal
    const call = calls.byHandle(taskId, handle)
    return call ? (call.resultContent ?? history.resultOf(call.id, taskId)) : null
  }

  checkCall(callId: string, args: unknown): ReturnType<Decisions['check']> {
    return this.#decisions.check(callId, args)
  }

  async editCall(callId: string, args: unknown, revision: number): Promise<CallView> {
    await this.#decisions.edit(callId, args, revision)
    return this.call(callId)
  }

  resolveCall(callId: string, answer: 'it_happened' | 'run_again' | 'skip'): CallView {
    this.#decisions.resolve(callId, answer)
    return this.call(callId)
  }

  /** H1: for the handover tool. */
  startSubAgent(delegation: Delegation): Delegated {
    return this.#runtime.delegations.startSubAgent(delegation)
  }

  handOver(delegation: Delegation): Delegated {
    return this.#runtime.delegations.handOver(delegation)
  }

  /** T9: what the operator says about a chat that goes in a circle. A hint is a message of theirs. */
  answerLoop(callId: string, answer: LoopAnswer, hint = ''): CallView {
    this.#decisions.answerLoop(callId, answer, hint)
    return this.call(callId)
  }

  #goOn(id: number): TaskView {
    this.#runtime.events.changed('tasks', id)
    this.#runtime.kickSoon(id)
    return this.get(id)
  }
}

interface NewChat {
  readonly agent_id: number
  readonly prompt: string
  readonly max_steps?: number | undefined
  readonly without_tools?: boolean | undefined
}

function stepsOf({ agents }: OrchestratorParts, task: TaskRow): number {
  return agents.get(task.agentId).maxSteps
}
