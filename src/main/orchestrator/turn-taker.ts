import { pacer } from '../events/pacer.ts'
import { costOf } from '../models/prices.ts'
import { describeCall } from '../tools/describe-call.ts'
import { type Asking, askModel } from './ask-model.ts'
import type { BuiltRequest } from './build-request.ts'
import type { ModelTurn } from './collect-turn.ts'
import { commitTurn } from './commit-turn.ts'
import { ContextKeeper } from './context/context-keeper.ts'
import type { Conversation } from './conversation.ts'
import { CALL_AS_TEXT, leakedCall } from './leaked-call.ts'
import { latestImages } from './media/latest-images.ts'
import { type PlannedCall, planCalls } from './plan-calls.ts'
import type { Runtime } from './runtime.ts'
import { EMPTY_ANSWER, type TaskFailure, UNFINISHED, UNREADABLE_CALLS } from './task-failure.ts'
import type { TaskRow } from './task-store.ts'
import { untilStored } from './until-stored.ts'

/** One turn of one task after the other: request, stream, plan, commit. */
export class TurnTaker {
  readonly #context: ContextKeeper
  /** Turns in a row with nothing but calls that could not be read (B100). */
  #unreadable = 0
  #stored = Promise.resolve()

  constructor(
    readonly runtime: Runtime,
    readonly conversation: Conversation,
    readonly signal: AbortSignal,
  ) {
    this.#context = new ContextKeeper(runtime, conversation, signal)
  }

  /** Why another turn would lead nowhere. */
  get exhausted(): TaskFailure | null {
    return this.#unreadable > this.runtime.limits.corrections ? UNREADABLE_CALLS(this.#unreadable) : null
  }

  /** Resolves when the last turn is durable; rejects when it could not be saved. */
  get stored(): Promise<void> {
    return this.#stored
  }

  /** The conversation has just been read. What was said is stored, and durable once `stored` resolves. */
  async take(task: TaskRow): Promise<void> {
    const { journal, faults, parts } = this.runtime
    await pacer.turn()
    this.signal.throwIfAborted()
    const { driver, config } = parts.drivers.driverFor(task.agentId)
    const agent = parts.agents.get(task.agentId)
    const build = () => {
      const rounds = this.conversation.rounds
      const shortened = this.conversation.hasShortened
      const images = driver.seesImages ? latestImages(journal, rounds) : undefined
      return this.runtime.requests.build(task, agent, driver, rounds, this.signal, { shortened, images })
    }
    const { planner, turn } = await this.#context.within({ task, driver, config, build }, built =>
      askModel(driver, built.request, this.#asking(task, built)),
    )
    await pacer.turn()
    const planned = planCalls(turn, planner)
    const calls = await Promise.all(
      planned.map(async call => ({ planned: call, description: await this.#describe(call) })),
    )
    this.signal.throwIfAborted()
    const cost = costOf(turn.usage, driver.prices)
    faults.at('F04')
    this.#stored = this.#kept(task.id, () => {
      const durable = commitTurn(
        journal,
        task,
        { turn, calls, provider: driver.provider, llmConfigId: config.id, cost },
        faults,
        () => {
          const failure = failureOf(turn)
          if (failure) this.runtime.writeFailure(task, failure, task.stepCount + 1)
          else this.#complete(task, turn.text, planner.wireNames)
        },
      )
      journal.database.afterCommit(() => this.#committed(task, calls.length))
      return durable
    })
    this.#stored.catch(() => {}) // whoever goes on waits for it
    this.#unreadable = planned.length > 0 && planned.every(isUnreadable) ? this.#unreadable + 1 : 0
  }

  /** The first try is over when this returns; after a later one the loop looks for the turn's calls once more. */
  async #kept(taskId: number, commit: () => Promise<void>): Promise<void> {
    if ((await untilStored(this.runtime, this.signal, commit)) > 1) this.runtime.kick(taskId)
  }

  #complete(task: TaskRow, text: string, wireNames: readonly string[]): void {
    const { journal } = this.runtime
    journal.tasks.transition(task.id, 'COMPLETED', 'complete', { finalResponse: text })
    const leaked = leakedCall(text, wireNames)
    if (leaked) journal.notice(task.id, task.stepCount + 1, 'CALL_AS_TEXT', CALL_AS_TEXT(leaked))
  }

  #committed(task: TaskRow, calls: number): void {
    const { events, faults } = this.runtime
    faults.at('F06')
    events.changed('tasks', task.id)
    if (calls > 0) events.changed('calls')
  }

  #asking(task: TaskRow, { planner }: BuiltRequest): Asking {
    const { runtime } = this
    return {
      limits: runtime.limits,
      faults: runtime.faults,
      attempt: () => {
        const turn = runtime.live.begin(task.id, task.stepCount + 1, name => runtime.nameCall(planner, name))
        runtime.events.changed('tasks', task.id)
        return turn
      },
      retrying: (error, attempt, delayMs) => {
        runtime.live.end(task.id)
        runtime.noteRetry(task, error, attempt, delayMs)
      },
    }
  }

  #describe(call: PlannedCall): Promise<string> | string {
    if (call.state === 'invalid' || !call.tool) return call.shortDescription
    return describeCall(call.tool, call.operation ?? '', call.args, this.runtime.limits)
  }
}

/** T4: how a turn without calls ended the task, when that was no success. */
function failureOf(turn: ModelTurn): TaskFailure | null {
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
