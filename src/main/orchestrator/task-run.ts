import { SporaError } from '../../shared/spora-error.ts'
import { ModelError } from '../models/model-error.ts'
import { isStorageError } from '../storage/storage-trouble.ts'
import { isWaiting } from './call-states.ts'
import type { OpenCall } from './call-store.ts'
import { Conversation } from './conversation.ts'
import { oneLine } from './one-line.ts'
import { ASKED_REPEATS } from './repeats.ts'
import type { Runtime } from './runtime.ts'
import { collectSubAgents, waitsForSubAgent } from './sub-agents.ts'
import { MAX_STEPS, type TaskFailure } from './task-failure.ts'
import { isFinal } from './task-states.ts'
import type { TaskRow } from './task-store.ts'
import { TurnTaker } from './turn-taker.ts'
import { untilStored } from './until-stored.ts'

/**
 * One task while something happens in it: a loop that runs what is ready, asks the model when nothing is open, and
 * returns when a person has to speak. No promise is held while a decision waits (T2).
 */
export class TaskRun {
  readonly #stop = new AbortController()
  readonly #inFlight = new Map<string, Promise<void>>()
  readonly #conversation: Conversation
  readonly #turns: TurnTaker
  /** Whether it went on with the chat, and did not only find it as it was. */
  worked = false
  #wake: (() => void) | undefined
  #changed = false

  constructor(
    readonly taskId: number,
    readonly runtime: Runtime,
  ) {
    this.#conversation = new Conversation(taskId, runtime.journal)
    this.#turns = new TurnTaker(runtime, this.#conversation, this.#stop.signal)
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
    let release: (() => void) | null = null
    try {
      for (;;) {
        this.#changed = false
        const { journal, slots, limits } = this.runtime
        const open = journal.calls.openStates(this.taskId)
        if (!this.aborted) this.#startReady(open)
        if (this.#collect(open)) continue
        if (this.#inFlight.size > 0) {
          await this.#anything()
          continue
        }
        await this.#turns.stored // nobody is waited for, nor the model asked again, before that
        if (this.aborted) return
        if (this.#changed) continue
        const task = journal.tasks.find(this.taskId)
        if (!task || isFinal(task.status) || this.#waits(task, open)) return
        release ??= await slots.take('tasks', limits.runningTasks, this.#stop.signal)
        if (this.#changed || !release) continue
        this.worked = true
        const claimed = await this.#claim(task)
        if (this.#changed) continue
        await this.#step(claimed)
      }
    } finally {
      release?.()
      this.runtime.ended(this)
    }
  }

  /** T8: everything that is ready runs at once, in call order. */
  #startReady(open: readonly OpenCall[]): void {
    for (const call of open) {
      if (call.state !== 'ready' || this.#inFlight.has(call.id)) continue
      if (this.#inFlight.size > 0) this.runtime.faults.at('F17')
      const running = this.runtime.executor
        .run(call, this.taskId)
        .catch(error => this.runtime.report(this.taskId, error))
        .finally(() => {
          this.#inFlight.delete(call.id)
          this.kick()
        })
      this.#inFlight.set(call.id, running)
    }
  }

  /** H3: what sub-agents of this chat came to. True when there was something. */
  #collect(open: readonly OpenCall[]): boolean {
    const { journal, events } = this.runtime
    const settled = collectSubAgents(journal, open, callId => this.#inFlight.has(callId))
    for (const call of settled) events.changed('calls', call.id)
    if (settled.length > 0) events.changed('tasks', this.taskId)
    return settled.length > 0
  }

  async #anything(): Promise<void> {
    if (this.#changed) return
    await new Promise<void>(resolve => {
      this.#wake = resolve
    })
    this.#wake = undefined
  }

  /** True when a person has to speak first, or sub-agents are at work; the task says so. Reads the conversation. */
  #waits(task: TaskRow, open: readonly OpenCall[]): boolean {
    const { journal, events } = this.runtime
    this.#conversation.read()
    const asks = open.some(call => isWaiting(call.state)) || (open.length === 0 && this.#askAboutLoop())
    if (!asks && !open.some(call => waitsForSubAgent(journal, call))) return false
    const status = asks ? 'PENDING_APPROVAL' : 'AWAITING_SUB_AGENTS'
    if (task.status !== status) {
      journal.tasks.transition(this.taskId, status, 'wait in')
      events.changed('tasks', this.taskId)
    }
    return true
  }

  /** T9: after the same call five times in a row a person says whether it goes on. */
  #askAboutLoop(): boolean {
    const { loops } = this.runtime.journal
    if (loops.openOf(this.taskId)) return true
    const last = this.#conversation.lastCall
    if (!last || last.repeats < ASKED_REPEATS || loops.find(last.id)) return false
    loops.ask(last.id, this.taskId, last.repeats)
    this.runtime.events.changed('calls', last.id)
    return true
  }

  async #claim(task: TaskRow): Promise<TaskRow> {
    if (task.status === 'RUNNING') return task
    const { journal, events } = this.runtime
    const { value: claimed, durable } = journal.grouped(() => {
      journal.tasks.transition(this.taskId, 'RUNNING', 'run')
      return journal.tasks.get(this.taskId)
    })
    await durable
    events.changed('tasks', this.taskId)
    return claimed
  }

  /** One turn. */
  async #step(task: TaskRow): Promise<void> {
    const { runtime } = this
    const limit = task.stepCount >= task.maxSteps ? MAX_STEPS(task.maxSteps) : this.#turns.exhausted
    if (limit) {
      runtime.fail(task, limit)
      return
    }
    try {
      await this.#turns.take(task)
    } catch (error) {
      if (this.aborted) return
      const failure = failureOfError(error)
      if (!failure) throw error
      await untilStored(runtime, this.#stop.signal, () =>
        runtime.fail(task, this.#advised(failure), this.#retryAfterMs(task, error)),
      ).catch(failed => {
        if (!this.aborted) throw failed // else whoever stopped the chat has said how it ends
      })
    } finally {
      runtime.live.end(this.taskId)
    }
  }

  /** H8: which models would do. */
  #advised(failure: TaskFailure): TaskFailure {
    if (failure.code !== 'LLM_NO_TOOLS') return failure
    const able = this.runtime.parts.models.thatCallTools().slice(0, 3)
    const names = able.map(name => `“${oneLine(name)}”`).join(', ')
    return able.length > 0 ? { ...failure, message: `${failure.message} These call tools: ${names}.` } : failure
  }

  /** T7: when the agent's settings say that the chat is tried again by itself; null when it is not. */
  #retryAfterMs(task: TaskRow, error: unknown): number | null {
    if (!(error instanceof ModelError) || !error.info.retryable) return null
    const { retryAfterMinutes, maxRetries } = this.runtime.parts.agents.get(task.agentId)
    if (retryAfterMinutes <= 0 || task.retryCount >= maxRetries) return null
    return Math.max(retryAfterMinutes * this.runtime.limits.minuteMs, error.info.retryAfterMs ?? 0)
  }
}

/** What a person can do something about; anything else is a fault of ours. */
function failureOfError(error: unknown): TaskFailure | null {
  if (error instanceof ModelError) return { code: error.code, message: error.message, raw: error.info.raw ?? null }
  return error instanceof SporaError && !isStorageError(error)
    ? { code: error.code, message: error.message, raw: null }
    : null
}
