import { SporaError } from '../../shared/spora-error.ts'
import { ModelError } from '../models/model-error.ts'
import { describeCall } from '../tools/describe-call.ts'
import { askModel } from './ask-model.ts'
import { isWaiting } from './call-states.ts'
import { commitTurn } from './commit-turn.ts'
import { Conversation } from './conversation.ts'
import type { PlannedCall } from './plan-calls.ts'
import { planCalls } from './plan-calls.ts'
import type { Runtime } from './runtime.ts'
import { isStorageError } from './storage-trouble.ts'
import { collectSubAgents, waitsForSubAgent } from './sub-agents.ts'
import { EMPTY_ANSWER, MAX_STEPS, type TaskFailure, UNFINISHED, UNREADABLE_CALLS } from './task-failure.ts'
import { isFinal } from './task-states.ts'
import type { TaskRow } from './task-store.ts'

/**
 * One task while something happens in it: a loop that runs what is ready, asks the model when nothing is open, and
 * returns when a person has to speak. No promise is held while a decision waits (T2).
 */
export class TaskRun {
  readonly #stop = new AbortController()
  readonly #inFlight = new Map<string, Promise<void>>()
  readonly #conversation: Conversation
  /** Turns in a row with nothing but calls that could not be read (B100). */
  #unreadable = 0
  #wake: (() => void) | undefined
  #changed = false

  constructor(
    readonly taskId: number,
    readonly runtime: Runtime,
  ) {
    this.#conversation = new Conversation(taskId, runtime.journal.history, runtime.journal.calls)
  }

  /** Something was decided, aborted or added: look again. */
  kick(): void {
    this.#changed = true
    this.#wake?.()
  }

  /** Ends the request that is running and every wait. */
  abort(): void {
    this.#stop.abort()
    this.kick()
  }

  get aborted(): boolean {
    return this.#stop.signal.aborted
  }

  /** Resolves when nothing more can happen without a person. */
  async run(): Promise<void> {
    let release: (() => void) | undefined
    try {
      for (;;) {
        this.#changed = false
        if (!this.aborted) this.#startReady()
        this.#collect()
        if (this.#inFlight.size > 0) {
          await this.#anything()
          continue
        }
        if (this.aborted) return
        const task = this.runtime.journal.tasks.find(this.taskId)
        if (!task || isFinal(task.status) || this.#waits(task)) return
        release ??= await this.runtime.slots.take('tasks', this.runtime.limits.runningTasks)
        if (this.#changed) continue
        if (!this.#claim(task)) return
        await this.#step(this.runtime.journal.tasks.get(this.taskId))
      }
    } finally {
      release?.()
      this.runtime.ended(this)
    }
  }

  /** T8: everything that is ready runs at once, in call order. */
  #startReady(): void {
    for (const call of this.runtime.journal.calls.openOf(this.taskId)) {
      if (call.state !== 'ready' || this.#inFlight.has(call.id)) continue
      if (this.#inFlight.size > 0) this.runtime.faults.at('F17')
      const running = this.runtime.executor
        .run(call.id)
        .catch(error => this.runtime.report(this.taskId, error))
        .finally(() => {
          this.#inFlight.delete(call.id)
          this.kick()
        })
      this.#inFlight.set(call.id, running)
    }
  }

  /** H3: what sub-agents of this chat came to. */
  #collect(): void {
    const { journal, events } = this.runtime
    const settled = collectSubAgents(journal, this.taskId, callId => this.#inFlight.has(callId))
    for (const call of settled) events.changed('calls', call.id)
    if (settled.length > 0) events.changed('tasks', this.taskId)
  }

  async #anything(): Promise<void> {
    if (this.#changed) return
    await new Promise<void>(resolve => {
      this.#wake = resolve
    })
    this.#wake = undefined
  }

  /** True when a person has to speak first, or sub-agents are at work; the task says so. */
  #waits(task: TaskRow): boolean {
    const { journal, events } = this.runtime
    const open = journal.calls.openOf(this.taskId)
    const asks = open.some(call => isWaiting(call.state))
    if (!asks && !open.some(call => waitsForSubAgent(journal, call))) return false
    const status = asks ? 'PENDING_APPROVAL' : 'AWAITING_SUB_AGENTS'
    if (task.status !== status) {
      journal.tasks.transition(this.taskId, status, 'wait in')
      events.changed('tasks', this.taskId)
    }
    return true
  }

  #claim(task: TaskRow): boolean {
    if (task.status === 'RUNNING') return true
    this.runtime.journal.tasks.transition(this.taskId, 'RUNNING', 'run')
    this.runtime.events.changed('tasks', this.taskId)
    return true
  }

  /** One turn: request, stream, plan, commit. */
  async #step(task: TaskRow): Promise<void> {
    const { runtime } = this
    const limit = this.#limitReached(task)
    if (limit) {
      runtime.fail(task, limit)
      return
    }
    try {
      await this.#turn(task)
    } catch (error) {
      if (this.aborted) return
      const failure = failureOfError(error)
      if (!failure) throw error
      runtime.fail(task, failure)
    } finally {
      runtime.live.end(this.taskId)
    }
  }

  #limitReached(task: TaskRow): TaskFailure | null {
    if (task.stepCount >= task.maxSteps) return MAX_STEPS(task.maxSteps)
    return this.#unreadable > this.runtime.limits.corrections ? UNREADABLE_CALLS(this.#unreadable) : null
  }

  async #turn(task: TaskRow): Promise<void> {
    const { runtime } = this
    const { journal, events, faults, limits } = runtime
    const { driver, config } = runtime.parts.drivers.driverFor(task.agentId)
    const agent = runtime.parts.agents.get(task.agentId)
    const { request, planner } = runtime.requests.build(
      task,
      agent,
      driver,
      this.#conversation.rounds(),
      this.#stop.signal,
    )
    const step = task.stepCount + 1
    const turn = await askModel(driver, request, {
      limits,
      faults,
      attempt: () => {
        const turn = runtime.live.begin(this.taskId, step, name => runtime.nameCall(planner, name))
        events.changed('tasks', this.taskId)
        return turn
      },
      retrying: (error, attempt, delayMs) => {
        runtime.live.end(this.taskId)
        runtime.noteRetry(task, error, attempt, delayMs)
      },
    })
    const planned = planCalls(turn, planner)
    const calls = await Promise.all(
      planned.map(async call => ({ planned: call, description: await this.#describe(call) })),
    )
    this.#stop.signal.throwIfAborted()
    faults.at('F04')
    commitTurn(journal, task, { turn, calls, provider: driver.provider, llmConfigId: config.id }, faults, () => {
      const failure = failureOf(turn)
      if (failure) runtime.writeFailure(task, failure, step)
      else journal.tasks.transition(task.id, 'COMPLETED', 'complete', { finalResponse: turn.text })
    })
    faults.at('F06')
    this.#unreadable = planned.length > 0 && planned.every(isUnreadable) ? this.#unreadable + 1 : 0
    events.changed('tasks', this.taskId)
    if (calls.length > 0) events.changed('calls')
  }

  #describe(call: PlannedCall): Promise<string> | string {
    if (call.state === 'invalid' || !call.tool) return call.shortDescription
    return describeCall(call.tool, call.operation ?? '', call.args, this.runtime.limits.describeMs)
  }
}

/** What a person can do something about; anything else is a fault of ours. */
function failureOfError(error: unknown): TaskFailure | null {
  if (error instanceof ModelError) return { code: error.code, message: error.message, raw: error.info.raw ?? null }
  return error instanceof SporaError && !isStorageError(error)
    ? { code: error.code, message: error.message, raw: null }
    : null
}

/** T4: how a turn without calls ended the task, when that was no success. */
function failureOf(turn: { stopReason: string; text: string }): TaskFailure | null {
  if (turn.stopReason === 'length' || turn.stopReason === 'filter' || turn.stopReason === 'refusal')
    return UNFINISHED[turn.stopReason]
  return turn.text.trim() === '' ? EMPTY_ANSWER : null
}

const UNREADABLE: ReadonlySet<string> = new Set([
  'CALL_ARGS_JSON',
  'CALL_ARGS_DUPLICATE_KEY',
  'CALL_ARGS_KEY',
  'CALL_ARGS_NUMBER',
  'CALL_ARGS_TEXT',
  'CALL_ARGS_TOO_DEEP',
  'CALL_ARGS_TOO_LARGE',
  'CALL_ARGS_NOT_OBJECT',
  'CALL_CUT_OFF',
])

function isUnreadable({ policy }: PlannedCall): boolean {
  return UNREADABLE.has(policy.code ?? '')
}
