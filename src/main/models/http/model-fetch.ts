import { ReadableStream } from 'node:stream/web'
import type { LearnedTraits } from '../learned-traits.ts'
import { ModelError } from '../model-error.ts'
import type { AnswerRepair, JsonObject } from '../repair/answer-repair.ts'
import { answerEvents } from './answer-events.ts'
import type { Endpoint, HttpLimits } from './endpoint.ts'
import type { EndpointErrors } from './endpoint-errors.ts'
import { type Answer, exchange } from './exchange.ts'

type Fetch = typeof globalThis.fetch

export interface ModelFetch {
  readonly fetch: Fetch
  /** What went wrong, as it was thrown: the packages wrap errors on their way. */
  failure(): ModelError | undefined
}

/**
 * The `fetch` a provider package gets: one request of one turn. Whatever the endpoint sends, the package sees a clean
 * stream of its API's own shape, or a ModelError.
 */
export function modelFetch(parts: {
  readonly endpoint: Endpoint
  readonly limits: HttpLimits
  readonly errors: EndpointErrors
  readonly repair: AnswerRepair
  readonly learned: LearnedTraits
  /** Request parameters that this API cannot do without: no refusal is a lesson about them. */
  readonly required?: readonly string[]
  readonly onAnswer?: ((kind: 'events' | 'json') => void) | undefined
}): ModelFetch {
  const { endpoint, limits, errors, repair, learned, required = [] } = parts
  let failure: ModelError | undefined
  const noting = <E>(error: E): E => {
    if (error instanceof ModelError) {
      failure ??= error
      learned.note(error)
    }
    return error
  }
  const fetch: Fetch = async (input, init) => {
    const request = String(init?.body ?? '{}')
    const send = (body: string) =>
      exchange(
        {
          method: 'POST',
          url: String(input),
          headers: requestHeaders(init?.headers, endpoint.secrets.length > 0),
          body,
          signal: init?.signal ?? new AbortController().signal,
        },
        endpoint,
        limits,
        errors,
      )
    const answer = await untilLearned(request, send, learned, required).catch(error => {
      throw noting(error)
    })
    const written = framed(answerEvents(answer, errors, repair, parts.onAnswer), repair, noting)
    // The same class under another type: the DOM's declarations do not know `from` yet.
    const body = ReadableStream.from(written) as unknown as globalThis.ReadableStream<Uint8Array<ArrayBuffer>>
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
  }
  return { fetch, failure: () => failure }
}

/** What is refused once is left out from then on, so this ends. */
async function untilLearned(
  written: string,
  send: (body: string) => Promise<Answer>,
  learned: LearnedTraits,
  required: readonly string[],
): Promise<Answer> {
  for (;;) {
    const body = learned.adapt(written, required)
    try {
      return await send(body)
    } catch (error) {
      if (!learned.learnFrom(error, body, required)) throw error
    }
  }
}

function requestHeaders(given: HeadersInit | undefined, hasKey: boolean): Record<string, string> {
  const headers = Object.fromEntries(new Headers(given))
  if (!hasKey) {
    delete headers['x-api-key']
    delete headers.authorization
  }
  return { ...headers, 'user-agent': 'spora-desktop', accept: 'text/event-stream, application/json' }
}

/** What arrived together goes on together: each event costs the package a way through all of its streams. */
async function* framed(
  answer: AsyncIterable<readonly JsonObject[]>,
  repair: AnswerRepair,
  note: (error: unknown) => unknown,
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  try {
    for await (const events of answer) yield encoder.encode(repair.merged(events).map(frame).join(''))
  } catch (error) {
    throw note(error)
  }
}

function frame(event: JsonObject): string {
  const name = typeof event.type === 'string' ? `event: ${event.type}\n` : ''
  return `${name}data: ${JSON.stringify(event)}\n\n`
}
