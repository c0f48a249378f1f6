import type { ModelDriver, ModelEvent, ModelRequest, StopReason } from '../../models/model-driver.ts'

/** One answer of the scripted model: events, an error to throw, or a function of the request. */
export type ScriptedTurn =
  | readonly ModelEvent[]
  | Error
  | ((request: ModelRequest) => AsyncIterable<ModelEvent> | readonly ModelEvent[] | Error)

/** A model that says what a test wrote down, and remembers what it was asked. */
export class ScriptedDriver implements ModelDriver {
  readonly provider: string
  readonly dialect = 'openai'
  readonly requests: ModelRequest[] = []
  readonly #turns: ScriptedTurn[]

  constructor(turns: readonly ScriptedTurn[] = [], provider = 'scripted') {
    this.#turns = [...turns]
    this.provider = provider
  }

  add(...turns: ScriptedTurn[]): void {
    this.#turns.push(...turns)
  }

  async *stream(request: ModelRequest): AsyncGenerator<ModelEvent> {
    this.requests.push(request)
    const turn = this.#turns.shift() ?? say('Done.')
    const answer = typeof turn === 'function' ? turn(request) : turn
    if (answer instanceof Error) throw answer
    yield* answer
  }
}

const USAGE = { inputTokens: 10, outputTokens: 5, reasoningTokens: 1, cachedTokens: 2, cacheWriteTokens: 3 }

export function say(text: string, stopReason: StopReason = 'stop', reasoning = ''): ModelEvent[] {
  return [
    ...(reasoning ? [{ type: 'reasoning', text: reasoning } as const] : []),
    ...(text ? [{ type: 'text', text } as const] : []),
    { type: 'finish', stopReason, usage: USAGE, providerData: null },
  ]
}

/** `args` as text is sent exactly as written. */
export function call(wireName: string, args: unknown = {}, providerCallId = ''): ModelEvent {
  const argumentsText = typeof args === 'string' ? args : JSON.stringify(args)
  return { type: 'call', index: 0, providerCallId, wireName, argumentsText }
}

export function turn(calls: readonly ModelEvent[], text = '', stopReason: StopReason = 'calls'): ModelEvent[] {
  const numbered = calls.map((event, index) => ({ ...event, index }) as ModelEvent)
  return [
    ...(text ? [{ type: 'text', text } as const] : []),
    ...numbered,
    { type: 'finish', stopReason, usage: USAGE, providerData: { signature: `for ${calls.length}` } },
  ]
}
