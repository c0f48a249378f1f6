import { setTimeout as sleep } from 'node:timers/promises'
import type { ModelError } from '../models/model-error.ts'
import { newId } from '../storage/new-id.ts'
import { isStorageError } from '../storage/storage-trouble.ts'
import { shownName } from '../tools/shown-name.ts'
import { type ChatEnd, chatEnd } from './attention.ts'
import { RequestBuilder } from './build-request.ts'
import { CallExecutor } from './call-executor.ts'
import { Delegations } from './delegation.ts'
import { type Faults, NO_FAULTS } from './faults.ts'
import { Journal } from './journal.ts'
import { KeyedSlots } from './keyed-slots.ts'
import { LIMITS, type RuntimeLimits } from './limits.ts'
import { employer } from './lineage.ts'
import { LiveTurns } from './live-turns.ts'
import { oneLine } from './one-line.ts'
import type { OrchestratorParts } from './orchestrator-parts.ts'
import { CHAT_BROKE } from './outcome-words.ts'
import type { Planner } from './plan-calls.ts'
import { RetryTimer } from './retry-timer.ts'
import type { TaskFailure } from './task-failure.ts'
import { TaskRun } from './task-run.ts'
import { isFinal } from './task-states.ts'
import type { TaskRow } from './task-store.ts'
import { TaskTools } from './task-tools.ts'

/** What all parts of the orchestrator share, and the list of tasks in which something happens now. */
export class Runtime {
  readonly limits: RuntimeLimits
  readonly faults: Faults
  readonly journal: Journal
  readonly live: LiveTurns
  readonly tools: TaskTools
  readonly requests: RequestBuilder
  readonly executor: CallExecutor
  readonly delegations: Delegations
  readonly retries: RetryTimer
  readonly slots = new KeyedSlots()
  readonly #runs = new Map<number, { run: TaskRun; done: Promise<void> }>()
  readonly #endListeners: ((end: ChatEnd) => void)[] = []
  readonly #scheduled = new Set<NodeJS.Immediate>()
  readonly #stop = new AbortController()

  constructor(
    readonly parts: OrchestratorParts,
    readonly bootId = newId(),
  ) {
    this.limits = { ...LIMITS, ...parts.limits }
    this.faults = parts.faults ?? NO_FAULTS
    this.journal = new Journal(parts.database)
    this.live = new LiveTurns(parts.events, this.limits.deltaMs)
    this.tools = new TaskTools(parts, this.journal)
    this.requests = new RequestBuilder(parts, this.tools, this.limits.callsPerTurn, this.limits.keptOffers)
    this.executor = new CallExecutor(parts, this.journal, this.tools, this.limits, this.faults, bootId)
    this.delegations = new Delegations(this)
    this.retries = new RetryTimer(this)
  }

  get events() {
    return this.parts.events
  }

  get stopped(): boolean {
    return this.#stop.signal.aborted
  }

  /** Something may go on in this task. Asking twice is harmless. */
  kick(taskId: number): void {
    if (this.stopped) return
    const running = this.#runs.get(taskId)
    if (running) {
      running.run.kick()
      return
    }
    const run = new TaskRun(taskId, this)
    const entry = { run, done: Promise.resolve() }
    this.#runs.set(taskId, entry)
    entry.done = run.run().catch(async error => {
      await this.report(taskId, error)
      this.kick(taskId)
    })
  }

  /** Called by a run in the very moment it decides to end, so that no kick falls into a gap. */
  ended(run: TaskRun): void {
    this.#runs.delete(run.taskId)
    this.journal.forget(run.taskId)
    if (run.aborted) this.kick(run.taskId)
    else this.#chatEnded(run)
  }

  /** Told of every chat of a person's that has ended by itself. */
  onEnd(listener: (end: ChatEnd) => void): void {
    this.#endListeners.push(listener)
  }

  #chatEnded(run: TaskRun): void {
    this.tellEmployer(run.taskId)
    const task = run.worked ? this.journal.tasks.find(run.taskId) : undefined
    if (!task || !isFinal(task.status) || task.retryAt !== null || employer(this.journal.tasks, task)) return
    for (const tell of this.#endListeners) tell(chatEnd(task))
  }

  /** H3: a chat that is over wakes the one that waits for it. */
  tellEmployer(taskId: number): void {
    const task = this.journal.tasks.find(taskId)
    const waiting = task && isFinal(task.status) ? employer(this.journal.tasks, task) : null
    if (!waiting) return
    this.faults.at('F19')
    this.kick(waiting.id)
  }

  /** Like `kick`, after the caller's answer has gone out. */
  kickSoon(taskId: number): void {
    const scheduled = setImmediate(() => {
      this.#scheduled.delete(scheduled)
      this.faults.at('F09')
      this.kick(taskId)
    })
    this.#scheduled.add(scheduled)
  }

  abortRun(taskId: number): void {
    this.executor.abortTask(taskId)
    this.#runs.get(taskId)?.run.abort()
  }

  /** Resolves when nothing happens any more without a person, a clock or a new message. */
  async idle(): Promise<void> {
    while (this.#scheduled.size > 0 || this.#runs.size > 0) {
      if (this.#scheduled.size > 0) await new Promise(resolve => setImmediate(resolve))
      await Promise.all([...this.#runs.values()].map(({ done }) => done))
    }
  }

  /**
   * Ends orderly: requests to models are dropped (they are asked again), running calls may finish for a moment, what
   * still runs then is found at the next start.
   */
  async stop(): Promise<void> {
    if (this.stopped) return
    this.#stop.abort()
    this.retries.stop()
    for (const scheduled of this.#scheduled) clearImmediate(scheduled)
    this.#scheduled.clear()
    for (const { run } of this.#runs.values()) run.abort()
    const finished = Promise.all([...this.#runs.values()].map(({ done }) => done))
    const grace = new AbortController()
    await Promise.race([
      finished,
      sleep(this.limits.stopGraceMs, undefined, { signal: grace.signal }).catch(() => undefined),
    ])
    grace.abort()
    this.faults.at('F27')
    this.executor.stop()
    await finished
  }

  /** How a call that is still being written is called in the window. */
  nameCall(planner: Planner, wireName: string): { tool_name: string; display_name: string } {
    const tool = planner.offered.get(planner.canonical(wireName) ?? '')?.tool ?? planner.disabled.get(wireName)
    const name = tool?.qualifiedName ?? oneLine(wireName, 128)
    return { tool_name: name, display_name: tool ? shownName(tool.metadata) : name }
  }

  /** `retryAfterMs`: it is tried again by itself after so long (T7). */
  fail(task: TaskRow, failure: TaskFailure, retryAfterMs: number | null = null): void {
    this.journal.transaction(() => {
      this.writeFailure(task, failure, task.stepCount)
      if (retryAfterMs !== null) this.journal.tasks.scheduleRetry(task, retryAfterMs)
    })
    this.faults.at('F25')
    this.events.changed('tasks', task.id)
    this.retries.arm()
  }

  /** Inside a transaction: the state, and the line in the chat that says why. */
  writeFailure(task: TaskRow, failure: TaskFailure, step: number): void {
    this.journal.tasks.fail(task.id, failure)
    this.journal.notice(task.id, step, failure.code, failure.message)
  }

  noteRetry(task: TaskRow, error: ModelError, attempt: number, delayMs: number): void {
    const seconds = Math.max(1, Math.round(delayMs / 1000))
    const text = `${error.message} Asking again in ${seconds} s (${attempt} of ${this.limits.modelRetries}).`
    try {
      this.journal.notice(task.id, task.stepCount, 'RETRYING', text)
    } catch (failed) {
      // A line less in the chat: the model is asked again when it may be, and not at once.
      if (!isStorageError(this.journal.database.known(failed))) throw failed
    }
    this.events.changed('tasks', task.id)
  }

  /**
   * What should not happen. When it is the storage, nothing can be written and it is tried again later; else the task
   * fails with a sentence.
   */
  async report(taskId: number, error: unknown): Promise<void> {
    if (this.stopped) return
    const known = this.journal.database.known(error)
    try {
      if (!isStorageError(known)) {
        this.#crash(taskId, known)
        return
      }
    } catch {
      // Not even that could be written.
    }
    await sleep(this.limits.storageRetryMs, undefined, { signal: this.#stop.signal }).catch(() => undefined)
  }

  #crash(taskId: number, error: unknown): void {
    const task = this.journal.tasks.find(taskId)
    if (!task || isFinal(task.status)) return
    const raw = error instanceof Error ? error.message : String(error)
    this.journal.transaction(() => {
      for (const call of this.journal.calls.openOf(taskId))
        if (call.state === 'ready' || call.state === 'awaiting') this.journal.settle(call, 'cancelled', CHAT_BROKE)
      const message = 'Something went wrong inside Spora, so this chat stopped. Try again; nothing was lost.'
      this.writeFailure(task, { code: 'INTERNAL', message, raw: raw.slice(0, 500) }, task.stepCount)
    })
    this.events.changed('tasks', taskId)
    this.events.changed('calls')
  }
}
