import type { JsonValue } from '@spora/sdk'
import { now } from '../storage/clock.ts'
import type { Database } from '../storage/database.ts'
import { SharedTexts } from '../storage/shared-texts.ts'
import type { Written } from '../storage/transactions.ts'
import { OutcomeStore } from './call-outcomes.ts'
import type { StoredCallState } from './call-states.ts'
import { byId, type CallRow, CallStore, handleOf } from './call-store.ts'
import { HistoryStore } from './history-store.ts'
import { LoopStore } from './loop-store.ts'
import { MediaStore } from './media/media-store.ts'
import type { Medium } from './media/take-media.ts'
import { answered, begunBefore, edited, type OutcomeWords } from './outcome-words.ts'
import type { Policy } from './policy.ts'
import { RuleStore } from './rules/rule-store.ts'
import { shortened } from './shortened-result.ts'
import { TaskStore } from './task-store.ts'

type Outcome = Extract<StoredCallState, 'succeeded' | 'failed' | 'rejected' | 'invalid' | 'cancelled'>

interface Settlement {
  readonly data?: JsonValue
  /** Pictures that were in the result. */
  readonly media?: readonly Medium[]
  /** Who decided, when it is not what the call says until now. */
  readonly policy?: Policy
  /** Something more for the same transaction. */
  readonly inside?: () => void
}

/** Everything the orchestrator writes. A call's final state and what the model is told of it are always one transaction. */
export class Journal {
  readonly tasks: TaskStore
  readonly history: HistoryStore
  readonly calls: CallStore
  readonly rules: RuleStore
  readonly loops: LoopStore
  readonly media: MediaStore
  readonly outcomes: OutcomeStore

  constructor(readonly database: Database) {
    this.tasks = new TaskStore(database)
    const texts = new SharedTexts(database)
    this.history = new HistoryStore(database, texts)
    this.calls = new CallStore(database, texts)
    this.rules = new RuleStore(database)
    this.loops = new LoopStore(database)
    this.media = new MediaStore(database)
    this.outcomes = new OutcomeStore(database)
  }

  transaction<T>(work: () => T): T {
    return this.database.transaction(work)
  }

  /** For the loop of a chat: what is written in the same moment becomes durable together. */
  grouped<T>(work: () => T): Written<T> {
    return this.database.grouped(work)
  }

  /**
   * `answer`: the tool's own words, or ours. False when the call is no longer in the state of `call`: somebody else settled it, and nothing
   * was written.
   */
  settle(
    call: CallRow,
    to: Outcome,
    answer: string | OutcomeWords,
    { data = null, media = [], policy, inside }: Settlement = {},
  ): boolean {
    const words = this.#inFull(call, to, answer)
    const content = typeof words === 'string' ? words : words.told
    return this.transaction(() => {
      const told = shortened(content, handleOf(call))
      const moved = this.calls.move(call, call.state, to, {
        finishedAt: now(),
        resultData: data,
        resultContent: told === content ? null : content,
        ...(policy ? { policy: { ...policy } } : {}),
      })
      if (!moved) return false
      this.media.insert(call, media)
      if (typeof words !== 'string') this.outcomes.insert(call.id, words)
      inside?.()
      this.history.appendResult(call, told)
      return true
    })
  }

  /** With what an answer cannot know: that an earlier attempt may have had its effect (N1), and what ran instead (A17). */
  #inFull(call: CallRow, to: Outcome, answer: string | OutcomeWords): string | OutcomeWords {
    const ran = to === 'succeeded' || to === 'failed'
    const before = !ran && call.attempt > 0 && call.effect !== 'none'
    // What waits for a person may have been changed after that attempt.
    const changed = (ran || (before && call.state !== 'awaiting')) && this.calls.wasEdited(call)
    if (!before && !changed) return answer
    const words = typeof answer === 'string' ? answered(to === 'succeeded', answer) : answer
    const said = before ? begunBefore(words, call) : words
    return changed ? edited(call.argsCanonical, said) : said
  }

  /** Every call that waits for a person's word, oldest first: a decision, what became of it, whether the chat goes on. */
  waitingCalls(): CallRow[] {
    const looping = this.loops.open().map(({ callId }) => this.calls.get(callId))
    return [...this.calls.waiting(), ...looping].toSorted(byId)
  }

  /** What is in memory of a chat: nothing happens in it now, or it is removed. */
  forget(taskId: number): void {
    this.history.forget(taskId)
    this.calls.forget(taskId)
  }

  /** A line in the chat for the person. `other`: the chat it speaks of. */
  notice(taskId: number, step: number, code: string, text: string, other?: number): void {
    this.history.append({ taskId, step, role: 'notice', content: JSON.stringify({ code, text, task_id: other }) })
  }
}
