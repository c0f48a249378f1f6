import type { ModelEvent, ModelUsage, StopReason } from '../models/model-driver.ts'
import { ModelError } from '../models/model-error.ts'
import { wellFormedText } from '../text/well-formed.ts'

export type TurnCall = Pick<
  Extract<ModelEvent, { type: 'call' }>,
  'index' | 'providerCallId' | 'wireName' | 'argumentsText'
>

/** One whole answer of a model. */
export interface ModelTurn {
  readonly text: string
  readonly reasoning: string
  readonly calls: readonly TurnCall[]
  readonly stopReason: StopReason
  readonly usage: ModelUsage
  readonly providerData: unknown
}

export interface TurnListener {
  text(kind: 'text' | 'reasoning', text: string): void
  callStarted(index: number, wireName: string): void
}

/** Puts a streamed turn together; stored text is well-formed (B134). */
export class TurnCollector {
  readonly #written = { text: '', reasoning: '' }
  readonly #calls: TurnCall[] = []
  #finish: Extract<ModelEvent, { type: 'finish' }> | undefined

  constructor(readonly listener: TurnListener) {}

  add(event: ModelEvent): void {
    switch (event.type) {
      case 'text':
      case 'reasoning':
        this.#written[event.type] += event.text
        this.listener.text(event.type, event.text)
        return
      case 'call.started':
        this.listener.callStarted(event.index, event.wireName)
        return
      case 'call':
        this.#calls.push(event)
        return
      case 'finish':
        this.#finish = event
    }
  }

  turn(): ModelTurn {
    if (!this.#finish)
      throw new ModelError('LLM_STREAM', "The model's answer ended before it was complete.", { retryable: true })
    return {
      text: wellFormedText(this.#written.text),
      reasoning: wellFormedText(this.#written.reasoning),
      calls: this.#calls.toSorted((a, b) => a.index - b.index),
      stopReason: this.#finish.stopReason,
      usage: sane(this.#finish.usage),
      providerData: this.#finish.providerData ?? null,
    }
  }
}

/** B140: what is no count counts as nothing. */
function sane(usage: ModelUsage): ModelUsage {
  const count = (value: number) => (Number.isSafeInteger(value) && value > 0 ? value : 0)
  return {
    inputTokens: count(usage.inputTokens),
    outputTokens: count(usage.outputTokens),
    reasoningTokens: count(usage.reasoningTokens),
    cachedTokens: count(usage.cachedTokens),
    cacheWriteTokens: count(usage.cacheWriteTokens),
  }
}
