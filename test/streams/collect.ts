import type { ModelDriver, ModelEvent, ModelRequest } from '../../src/main/models/model-driver.ts'
import { ModelError } from '../../src/main/models/model-error.ts'

type Finish = Extract<ModelEvent, { type: 'finish' }>

/** A turn put together from its events, or the error that ended it. */
export interface CollectedTurn {
  readonly text: string
  readonly reasoning: string
  readonly calls: readonly {
    readonly wireName: string
    readonly argumentsText: string
    readonly providerCallId: string
  }[]
  readonly finish: Finish | null
  readonly error: ModelError | null
  readonly events: readonly ModelEvent[]
}

export function request(more: Partial<ModelRequest> = {}): ModelRequest {
  return {
    system: '',
    messages: [{ role: 'user', text: 'Hello.' }],
    tools: [],
    signal: new AbortController().signal,
    ...more,
  }
}

/** Throws when a driver throws anything but a ModelError, or does not end with exactly one `finish`. */
export async function collectTurn(driver: ModelDriver, asked: ModelRequest = request()): Promise<CollectedTurn> {
  const events: ModelEvent[] = []
  let error: ModelError | null = null
  try {
    for await (const event of driver.stream(asked)) events.push(event)
  } catch (thrown) {
    if (!(thrown instanceof ModelError)) throw thrown
    error = thrown
  }
  const finishes = events.filter(event => event.type === 'finish')
  if (!error && (finishes.length !== 1 || events.at(-1) !== finishes[0]))
    throw new Error(`${finishes.length} finish events; exactly one is due, last.`)
  return {
    text: events.map(event => (event.type === 'text' ? event.text : '')).join(''),
    reasoning: events.map(event => (event.type === 'reasoning' ? event.text : '')).join(''),
    calls: events.flatMap(event =>
      event.type === 'call'
        ? [{ wireName: event.wireName, argumentsText: event.argumentsText, providerCallId: event.providerCallId }]
        : [],
    ),
    finish: finishes[0] ?? null,
    error,
    events,
  }
}
