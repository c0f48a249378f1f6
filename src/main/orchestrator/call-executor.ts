import { setTimeout as sleep } from 'node:timers/promises'
import { SporaError } from '../../shared/spora-error.ts'
import { pacer } from '../events/pacer.ts'
import { now } from '../storage/clock.ts'
import { isNeverStorable, isStorageError } from '../storage/storage-trouble.ts'
import { CallClock } from '../tools/call-clock.ts'
import { sha256 } from '../tools/canonical-json.ts'
import type { Arguments } from '../tools/parse-arguments.ts'
import type { RegisteredTool, ToolInvocation, ToolOutcome } from '../tools/registered-tool.ts'
import { type CallRow, handleOf, type OpenCall } from './call-store.ts'
import { checkCall, settingsDiffer } from './check-call.ts'
import type { Faults } from './faults.ts'
import type { Journal } from './journal.ts'
import { KeyedSlots } from './keyed-slots.ts'
import type { RuntimeLimits } from './limits.ts'
import { takeMedia } from './media/take-media.ts'
import type { OrchestratorParts } from './orchestrator-parts.ts'
import {
  CANCELLED,
  DAMAGED,
  lostRetryable,
  NOT_STORABLE,
  NOT_WHAT_WAS_APPROVED,
  notBegun,
  notValid,
  type OutcomeWords,
  REFUSED_BY_RULE,
  readDifferently,
  settingsChanged,
  stoppedCall,
  timedOut,
  toolChanged,
  toolGone,
  toolOff,
} from './outcome-words.ts'
import type { Policy } from './policy.ts'
import { waitsForSubAgent } from './sub-agents.ts'
import type { TaskRow } from './task-store.ts'
import type { TaskTools } from './task-tools.ts'

interface StartedCall {
  readonly call: CallRow
  readonly abort: AbortController
  readonly tool: RegisteredTool
  readonly timeoutMs: number
  readonly principal: ToolInvocation['principal']
  readonly settings: ToolInvocation['settings']
}

type Gate =
  | Omit<StartedCall, 'call' | 'abort'>
  | { readonly refusal: OutcomeWords }
  /** The policy is another one by now, and this call may not run on its own. */
  | { readonly policy: Policy }

/** Who or what ended a call that did not end by itself. */
type Cut = typeof stoppedCall | typeof timedOut | null

export interface CallProgress {
  readonly fraction: number | null
  readonly text: string
}

/**
 * Runs calls that are ready. A call's arguments come from its row and nowhere else; whatever was decided is compared with
 * that row once more; and `started` is durable before the tool hears of the call (J1).
 */
export class CallExecutor {
  readonly #slots = new KeyedSlots()
  readonly #running = new Map<string, { taskId: number; abort: AbortController }>()
  readonly #progress = new Map<string, CallProgress>()
  readonly #stopped = new AbortController()
  readonly #stopping = new Promise<null>(resolve => {
    this.#stopped.signal.addEventListener('abort', () => resolve(null), { once: true })
  })

  constructor(
    readonly parts: OrchestratorParts,
    readonly journal: Journal,
    readonly tools: TaskTools,
    readonly limits: RuntimeLimits,
    readonly faults: Faults,
    /** Which start of the app this is (J2). */
    readonly bootId: string,
  ) {}

  progressOf(callId: string): CallProgress | null {
    return this.#progress.get(callId) ?? null
  }

  /** Tells the running calls of a task to stop. Each still stores how it ended. */
  abortTask(taskId: number): void {
    for (const running of this.#running.values()) if (running.taskId === taskId) running.abort.abort()
  }

  /** Tells one call to stop; its turn goes on with how it ended. False when it does not run. */
  abortCall(callId: string): boolean {
    const running = this.#running.get(callId)
    running?.abort.abort()
    return running !== undefined
  }

  /** From here on nothing starts and nothing is stored: what still runs is found again at the next start (J2). */
  stop(): void {
    this.#stopped.abort()
    for (const running of this.#running.values()) running.abort.abort()
  }

  /** Resolves when the call is over, or back in the hands of a person. Never throws for what a tool does. */
  async run({ id: callId, agentId, toolClass }: OpenCall, taskId: number): Promise<void> {
    const abort = new AbortController()
    this.#running.set(callId, { taskId, abort })
    const { callsPerAgent, callsPerPlugin } = this.limits
    const plugin = this.tools.find(toolClass)?.pluginSlug
    const queues = [
      [`agent ${agentId}`, callsPerAgent] as const,
      ...(plugin ? [[`plugin ${plugin}`, callsPerPlugin] as const] : []),
    ]
    const releases: (() => void)[] = []
    try {
      for (const [key, limit] of queues) {
        const release = await this.#slots.take(key, limit, abort.signal)
        if (!release) return await this.#stopWaiting(callId, taskId)
        releases.push(release)
      }
      if (this.#stopped.signal.aborted) return
      const started = await this.#start(callId, taskId, abort)
      if (started) await this.#execute(started)
    } finally {
      this.#running.delete(callId)
      for (const release of releases) release()
    }
  }

  /** Stopped while it waited for others. When the app quits, it runs at the next start. */
  async #stopWaiting(callId: string, taskId: number): Promise<void> {
    if (this.#stopped.signal.aborted) return
    await this.#store(() => {
      const call = this.journal.calls.find(callId)
      if (call?.state === 'ready') this.journal.settle(call, 'cancelled', CANCELLED)
    })
    this.#changed(callId, taskId)
  }

  async #start(callId: string, taskId: number, abort: AbortController): Promise<StartedCall | null> {
    this.faults.at('F10')
    const { value: started, durable } = this.journal.grouped((): StartedCall | null => {
      const call = this.journal.calls.find(callId)
      if (call?.state !== 'ready') return null
      const gate = this.#gate(call)
      if ('refusal' in gate) {
        this.journal.settle(call, 'invalid', gate.refusal)
        return null
      }
      if ('policy' in gate) {
        this.#holdBack(call, gate.policy)
        return null
      }
      const change = { bootId: this.bootId, attempt: call.attempt + 1, startedAt: now() }
      if (!this.journal.calls.move(call, 'ready', 'started', change)) return null
      return { ...gate, abort, call: { ...call, ...change, state: 'started' } }
    })
    await durable
    this.#changed(callId, taskId)
    this.faults.at('F11')
    await pacer.turn()
    if (!started?.abort.signal.aborted) return started
    await this.#store(() => this.#takeBack(started.call, 'cancel'))
    this.#changed(callId, taskId)
    return null
  }

  /**
   * In the moment before the tool heard of it, so that it did not run: stopped, and cancelled; or to be looked at once
   * more. When the app quits, it runs at the next start.
   */
  #takeBack(call: CallRow, why: 'cancel' | 'look again'): void {
    const before = { attempt: call.attempt - 1, startedAt: null }
    if (!this.journal.calls.move(call, 'started', 'ready', before) || this.#stopped.signal.aborted) return
    if (why === 'cancel') this.journal.settle({ ...call, ...before, state: 'ready' }, 'cancelled', CANCELLED)
  }

  #holdBack(call: CallRow, policy: Policy): void {
    if (policy.verdict === 'ask') this.journal.calls.move(call, 'ready', 'awaiting', { policy: { ...policy } })
    else this.journal.settle(call, 'rejected', REFUSED_BY_RULE, { policy })
  }

  /** Everything that must still hold at the moment a call runs (R3, P2). */
  #gate(call: CallRow): Gate {
    const decision = this.journal.calls.decisionOf(call.id)
    if (sha256(call.argsCanonical) !== call.argsSha256) return { refusal: DAMAGED }
    const tool = this.tools.find(call.toolClass)
    if (!tool) return { refusal: toolGone(call.toolName) }
    const task = this.journal.tasks.get(call.taskId)
    const rights = this.tools.of(task)
    if (!rights.has(tool)) return { refusal: toolOff(call.toolName) }
    if (tool.fingerprint !== call.toolFingerprint) return { refusal: toolChanged(call.toolName) }
    const checked = checkCall(tool, JSON.parse(call.argsCanonical) as Arguments, rights.to(tool))
    if (!checked.ok) return { refusal: notValid(checked.code, checked.problems) }
    if (checked.argsCanonical !== call.argsCanonical || checked.operation.name !== call.operation)
      return { refusal: readDifferently(call.toolName) }
    if (decision) {
      const same =
        decision.verdict === 'approve' &&
        decision.argsSha256 === call.argsSha256 &&
        decision.revision === call.revision &&
        decision.toolFingerprint === tool.fingerprint
      if (!same) return { refusal: NOT_WHAT_WAS_APPROVED }
      if (settingsDiffer(call, rights.settingsOf(tool))) return { refusal: settingsChanged(call.toolName) }
    } else if (checked.policy.verdict !== 'run') return { policy: checked.policy }
    const timeoutMs = checked.operation.timeoutMs ?? this.limits.callTimeoutMs
    try {
      return { tool, timeoutMs, ...this.#surroundings(task, tool) }
    } catch (error) {
      if (error instanceof SporaError && !isStorageError(error)) return { refusal: notBegun(error.code, error.message) }
      throw error
    }
  }

  #surroundings({ agentId, runnerUserId }: TaskRow, tool: RegisteredTool): Pick<StartedCall, 'principal' | 'settings'> {
    const { agents, config } = this.parts
    const principal = agents.owner(agentId, runnerUserId)
    const settings = this.tools.isOwn(tool)
      ? {}
      : config.getEffectiveSettings(tool.toolClass, agentId, principal.ownerUserId)
    return { principal, settings }
  }

  async #execute(started: StartedCall): Promise<void> {
    const { call, abort } = started
    // What was approved is what runs: a plugin may have been replaced while the start was stored.
    if (this.tools.find(call.toolClass)?.fingerprint !== call.toolFingerprint) {
      await this.#store(() => this.#takeBack(call, 'look again'))
      this.#changed(call.id, call.taskId)
      return
    }
    let late = false
    // Begun before the tool's own timer, so that it has rung when the tool says that the time is over.
    const clock = new CallClock(started.timeoutMs, () => {
      late = true
    })
    try {
      const working = this.#tell(started, abort.signal, clock)
      this.faults.at('F12')
      const outcome = await Promise.race([working.catch(thrown), this.#stopping])
      if (!outcome) return
      this.faults.at('F14')
      const cut = abort.signal.aborted ? stoppedCall : late ? timedOut : null
      await this.#store(
        () => this.#finish(call, outcome, cut),
        () => this.journal.settle(call, 'failed', NOT_STORABLE),
      )
    } finally {
      clock.stop()
      this.#progress.delete(call.id)
    }
    this.#changed(call.id, call.taskId)
    this.faults.at('F16')
  }

  async #tell(
    { call, tool, timeoutMs, principal, settings }: StartedCall,
    signal: AbortSignal,
    clock: CallClock,
  ): Promise<ToolOutcome> {
    const report = this.#progressReporter(call)
    return await tool.runner.execute({
      arguments: JSON.parse(call.argsCanonical) as Arguments,
      operation: call.operation ?? '',
      agentId: call.agentId,
      taskId: call.taskId,
      callId: call.id,
      principal,
      settings,
      signal,
      timeoutMs,
      progress: (fraction, text) => {
        clock.alive()
        report(fraction, text)
      },
    })
  }

  /** `cut`: it did not end by itself, so that what failed may have had its effect. */
  #finish(call: CallRow, outcome: ToolOutcome, cut: Cut): void {
    const inside = () => this.faults.at('F15')
    if (outcome.kind === 'lost') {
      if (call.idempotent) this.journal.settle(call, 'failed', lostRetryable(outcome.reason, call), { inside })
      else this.journal.calls.move(call, 'started', 'outcome_unknown')
      return
    }
    if (waitsForSubAgent(this.journal, call)) return // its result is what the sub-agent will say (H3)
    const { success } = outcome.result
    const { content, data, media } = takeMedia(outcome.result, handleOf(call))
    const words = !success && cut ? cut(content, call) : null
    this.journal.settle(call, success ? 'succeeded' : 'failed', words ?? content, { data, media, inside })
  }

  /**
   * What a tool did is kept in memory until it can be stored: a full disk must not turn into a repeated effect (R14).
   * `instead`: for what can never be stored.
   */
  async #store(write: () => void, instead?: () => void): Promise<void> {
    for (let tries = 1; ; tries++) {
      try {
        return await this.journal.grouped(write).durable
      } catch (error) {
        if (this.#stopped.signal.aborted) return
        // The first time it may have been another's, written in the same moment.
        if (tries > 1 && isNeverStorable(error)) {
          if (!instead) throw error
          return await this.#store(instead)
        }
        await sleep(this.limits.storageRetryMs, undefined, { signal: this.#stopped.signal }).catch(() => undefined)
      }
    }
  }

  #progressReporter(call: CallRow): (fraction: number | null, text: string) => void {
    let last = 0
    return (fraction, text) => {
      const at = performance.now()
      if (!this.#running.has(call.id)) return
      const progress = { fraction, text: text.slice(0, 200) }
      this.#progress.set(call.id, progress)
      if (at - last < this.limits.progressMs) return
      last = at
      this.parts.events.publish({ type: 'call.progress', task_id: call.taskId, call_id: call.id, ...progress })
    }
  }

  #changed(callId: string, taskId: number): void {
    this.parts.events.changed('calls', callId)
    this.parts.events.changed('tasks', taskId)
  }
}

/** Runners do not throw for what a tool does; when one does, it is a fault of ours and nobody knows what happened. */
function thrown(error: unknown): ToolOutcome {
  return { kind: 'lost', reason: error instanceof Error ? error.message : String(error) }
}
