import type { AgentDriver } from '../../models/driver-factory.ts'
import type { ModelDriver } from '../../models/model-driver.ts'
import { ModelError } from '../../models/model-error.ts'
import { costOf } from '../../models/prices.ts'
import type { BuiltRequest } from '../build-request.ts'
import type { ModelTurn } from '../collect-turn.ts'
import type { Conversation } from '../conversation.ts'
import type { Runtime } from '../runtime.ts'
import type { TaskRow } from '../task-store.ts'
import { untilStored } from '../until-stored.ts'
import { estimateRound, estimateText, estimateTools, sum } from './estimate-tokens.ts'
import { roundsToSummarise } from './rounds-to-summarise.ts'
import { summarise } from './summarise.ts'

export interface Asked {
  readonly task: TaskRow
  readonly driver: ModelDriver
  readonly config: AgentDriver['config']
  build(): BuiltRequest
}

/** What an endpoint that only says “too long” is taken to read. */
const GUESSED_WINDOW = 8_192
/** Of the window, what the conversation may have after a summary, so that the next one is not needed at once. */
const AFTER_SUMMARY = 0.5

/**
 * T6: keeps what is sent within what the model can read. The oldest rounds are summarised by the same model when an
 * estimate says that they do not fit, or the endpoint says so; the rows themselves stay.
 */
export class ContextKeeper {
  /** What the endpoint itself said it can read. */
  #told: number | null = null
  /** How much more the endpoint counts than we estimate, learnt from its answers; some count only part of it. */
  #ratio = 1

  constructor(
    readonly runtime: Runtime,
    readonly conversation: Conversation,
    readonly signal: AbortSignal,
  ) {}

  async within(
    asked: Asked,
    ask: (built: BuiltRequest) => Promise<ModelTurn>,
  ): Promise<BuiltRequest & { turn: ModelTurn }> {
    for (;;) {
      const built = asked.build()
      const tokens = this.#estimate(built)
      const room = this.#room(asked)
      if (room !== null && tokens * this.#ratio > room) {
        await this.#shrink(asked, built, room, null)
        continue
      }
      try {
        const turn = await ask(built)
        if (turn.usage.inputTokens > 0) this.#ratio = Math.min(4, Math.max(1, turn.usage.inputTokens / tokens))
        return { ...built, turn }
      } catch (error) {
        if (!(error instanceof ModelError) || error.code !== 'CONTEXT_WINDOW') throw error
        this.#told = error.info.contextLimit ?? this.#told
        const room = this.#room(asked) ?? GUESSED_WINDOW
        await this.#shrink(asked, built, Math.min(room, tokens * this.#ratio), error)
      }
    }
  }

  /** Tokens of input; what the answer needs is kept free. Null when nobody knows the window. */
  #room({ config }: Asked): number | null {
    const window = this.#told ?? config.contextWindow ?? null
    if (window === null) return null
    const answer = config.maxOutputTokens ?? Math.min(4_096, Math.floor(window / 4))
    return Math.max(Math.floor(window / 4), window - answer)
  }

  #estimate({ request }: BuiltRequest): number {
    return this.#fixed(request) + sum(this.conversation.rounds.map(estimateRound))
  }

  #fixed({ system, tools }: BuiltRequest['request']): number {
    return estimateText(system) + estimateTools(tools)
  }

  async #shrink({ task, driver }: Asked, built: BuiltRequest, room: number, error: ModelError | null): Promise<void> {
    const { journal, events, limits, faults, live } = this.runtime
    const rounds = this.conversation.rounds
    const free = Math.max(0, (room / this.#ratio) * AFTER_SUMMARY - this.#fixed(built.request))
    const count = roundsToSummarise(rounds, free)
    if (count === null) throw this.#tooLong(error)
    live.end(task.id)
    const summary = await summarise(driver, rounds.slice(0, count), Math.floor(room / this.#ratio / 2), this.signal, {
      limits,
      faults,
      retrying: (error, attempt, delayMs) => this.runtime.noteRetry(task, error, attempt, delayMs),
    })
    this.signal.throwIfAborted()
    const next = rounds[count]
    const spent = { usage: summary.usage, cost: costOf(summary.usage, driver.prices) }
    await untilStored(this.runtime, this.signal, () =>
      journal.transaction(() => journal.history.appendSummary(task, summary.text, next?.sequence ?? null, spent)),
    )
    this.conversation.read()
    events.changed('tasks', task.id)
  }

  #tooLong(error: ModelError | null): ModelError {
    const first = !this.conversation.rounds.some(round => round.kind !== 'user')
    return first
      ? new ModelError(
          'CONTEXT_WINDOW_FIRST_TURN',
          'This message is longer than the model can read, with the instructions and tools of the agent. Shorten it, switch tools off, or choose a model with a larger context window.',
          { retryable: false, ...(error?.info.raw ? { raw: error.info.raw } : {}) },
        )
      : (error ??
          new ModelError(
            'CONTEXT_WINDOW',
            'The conversation is longer than the model can read, also after it was summarised. Start a new chat, or choose a model with a larger context window.',
            { retryable: false },
          ))
  }
}
