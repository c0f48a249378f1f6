import type { LanguageModelV4CallOptions, LanguageModelV4StreamPart, LanguageModelV4Usage } from '@ai-sdk/provider'
import type { EndpointErrors } from './http/endpoint-errors.ts'
import { PieceScrubber, scrubAnswer } from './http/scrub-secrets.ts'
import type { LearnedTraits } from './learned-traits.ts'
import type { ModelEvent, ModelUsage } from './model-driver.ts'
import { ModelError } from './model-error.ts'
import { stopReason } from './stop-reason.ts'
import type { TurnBlock, TurnRecord } from './turn-record.ts'

/** Characters of text and reasoning in one answer (B145). */
export const MAX_TEXT = 2_000_000
const CUT_MARK = '\n\n[The answer was longer than 2,000,000 characters and was cut here.]'

export interface Turn {
  readonly open: (
    options: LanguageModelV4CallOptions,
  ) => PromiseLike<{ stream: ReadableStream<LanguageModelV4StreamPart> }>
  readonly options: LanguageModelV4CallOptions
  readonly errors: EndpointErrors
  /** What went wrong in the HTTP exchange, if anything. */
  readonly failure: () => ModelError | undefined
  readonly secrets: readonly string[]
  readonly learned: LearnedTraits
  readonly providerCallId: (repairedId: string) => string
  readonly providerData: (record: TurnRecord) => unknown
}

/** One request, as the events of a ModelDriver. Throws ModelError and nothing else. */
export async function* streamTurn(turn: Turn): AsyncGenerator<ModelEvent> {
  const reader = new TurnReader(turn)
  try {
    const { stream } = await turn.open(turn.options)
    for await (const part of stream) {
      for (const event of reader.read(part)) yield event
      if (reader.full) break
    }
    yield* reader.end()
  } catch (error) {
    if (turn.options.abortSignal?.aborted) throw turn.errors.aborted()
    throw turn.failure() ?? (error instanceof ModelError ? error : turn.errors.unexpected(error))
  }
}

class TurnReader {
  readonly #turn: Turn
  readonly #blocks: TurnBlock[] = []
  readonly #positions = new Map<string, number>()
  readonly #written = new Map<string, string>()
  readonly #text: PieceScrubber
  readonly #reasoning: PieceScrubber
  #textEnded = false
  #reasoningEnded = false
  #exact = true
  #characters = 0
  #calls = 0
  #finish: Extract<LanguageModelV4StreamPart, { type: 'finish' }> | undefined

  constructor(turn: Turn) {
    this.#turn = turn
    this.#text = new PieceScrubber(turn.secrets)
    this.#reasoning = new PieceScrubber(turn.secrets)
  }

  get full(): boolean {
    return this.#characters > MAX_TEXT
  }

  *read(part: LanguageModelV4StreamPart): Generator<ModelEvent> {
    switch (part.type) {
      case 'text-delta':
        yield* this.#endReasoning()
        return yield* this.#say('text', this.#text.push(part.delta))
      // What is held back stays so: the next block may go on with the secret.
      case 'text-end':
        this.#textEnded = true
        return
      case 'reasoning-end':
        this.#reasoningEnded = true
        return
      case 'text-start':
        this.#textEnded = false
        return
      case 'reasoning-start':
        yield* this.#endText()
        this.#reasoningEnded = false
        this.#blocks.push({ kind: 'reasoning', text: '', signature: null, redacted: ofAnthropic(part, 'redactedData') })
        return
      case 'reasoning-delta':
        this.#reason(part.delta, ofAnthropic(part, 'signature'))
        return yield* this.#say('reasoning', this.#reasoning.push(part.delta))
      case 'tool-input-start':
        yield* this.#endText()
        yield* this.#endReasoning()
        this.#positions.set(part.id, this.#positions.size)
        return yield { type: 'call.started', index: this.#position(part.id), wireName: this.#safe(part.toolName) }
      case 'tool-input-delta':
        this.#written.set(part.id, (this.#written.get(part.id) ?? '') + part.delta)
        return
      case 'tool-call':
        return yield this.#call(part)
      case 'finish':
        this.#finish = part
        return
      case 'error':
        throw part.error
    }
  }

  *end(): Generator<ModelEvent> {
    yield* this.#say('text', this.#text.end())
    yield* this.#say('reasoning', this.#reasoning.end())
    if (this.full) {
      yield { type: 'text', text: CUT_MARK }
      yield { type: 'finish', stopReason: 'length', usage: usageOf(undefined), providerData: null }
      return
    }
    if (!this.#finish) throw this.#turn.errors.cut()
    yield {
      type: 'finish',
      stopReason: stopReason(this.#finish.finishReason, this.#calls),
      usage: usageOf(this.#finish.usage),
      providerData: this.#turn.providerData({ blocks: this.#blocks, exact: this.#exact }),
    }
  }

  *#endText(): Generator<ModelEvent> {
    if (this.#textEnded) yield* this.#say('text', this.#text.end())
  }

  *#endReasoning(): Generator<ModelEvent> {
    if (this.#reasoningEnded) yield* this.#say('reasoning', this.#reasoning.end())
  }

  #safe(text: string): string {
    return scrubAnswer(text, this.#turn.secrets)
  }

  *#say(type: 'text' | 'reasoning', text: string): Generator<ModelEvent> {
    if (text === '') return
    this.#characters += text.length
    if (type === 'text') {
      const last = this.#blocks.at(-1)
      if (last?.kind === 'text') last.length += text.length
      else this.#blocks.push({ kind: 'text', length: text.length })
    }
    yield { type, text }
  }

  #reason(text: string, signature: string | null): void {
    const block = this.#blocks.findLast(one => one.kind === 'reasoning')
    if (!block) return
    block.text += text
    block.signature = signature ?? block.signature
    if (this.#safe(block.text) !== block.text) this.#exact = false
  }

  #call(part: Extract<LanguageModelV4StreamPart, { type: 'tool-call' }>): ModelEvent {
    const index = this.#position(part.toolCallId)
    this.#calls++
    if (this.#turn.options.tools?.some(({ name }) => name === part.toolName)) this.#turn.learned.noteCall()
    this.#blocks.push({ kind: 'call', index, thoughtSignature: thoughtSignature(part) })
    return {
      type: 'call',
      index,
      providerCallId: this.#safe(this.#turn.providerCallId(part.toolCallId)),
      wireName: this.#safe(part.toolName),
      argumentsText: this.#safe(this.#written.get(part.toolCallId) ?? ''),
    }
  }

  #position(id: string): number {
    return this.#positions.get(id) ?? this.#calls
  }
}

type WithMetadata = { readonly providerMetadata?: Readonly<Record<string, Readonly<Record<string, unknown>>>> }

function ofAnthropic(part: WithMetadata, key: string): string | null {
  const value = part.providerMetadata?.anthropic?.[key]
  return typeof value === 'string' ? value : null
}

function thoughtSignature(part: WithMetadata): string | null {
  const value = Object.values(part.providerMetadata ?? {}).map(data => data.thoughtSignature)[0]
  return typeof value === 'string' ? value : null
}

function usageOf(usage: LanguageModelV4Usage | undefined): ModelUsage {
  return {
    inputTokens: usage?.inputTokens.total ?? 0,
    outputTokens: usage?.outputTokens.total ?? 0,
    reasoningTokens: usage?.outputTokens.reasoning ?? 0,
    cachedTokens: usage?.inputTokens.cacheRead ?? 0,
    cacheWriteTokens: usage?.inputTokens.cacheWrite ?? 0,
  }
}
