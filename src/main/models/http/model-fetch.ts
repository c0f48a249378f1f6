import { ReadableStream } from 'node:stream/web'
import { adaptBody, learnFrom } from '../learned-quirks.ts'
import { ModelError } from '../model-error.ts'
import { type AnswerRepair, isObject, type Json, type JsonObject } from '../repair/answer-repair.ts'
import type { Endpoint, HttpLimits } from './endpoint.ts'
import type { EndpointErrors } from './endpoint-errors.ts'
import { type Answer, exchange, text } from './exchange.ts'
import { MAX_ANSWER, readServerEvents } from './server-events.ts'

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
  readonly onAnswer?: ((kind: 'events' | 'json') => void) | undefined
}): ModelFetch {
  const { endpoint, limits, errors, repair } = parts
  let failure: ModelError | undefined
  const noting = <E>(error: E): E => {
    if (error instanceof ModelError) failure ??= error
    return error
  }
  const fetch: Fetch = async (input, init) => {
    const request = JSON.parse(String(init?.body ?? '{}')) as Record<string, unknown>
    const send = () =>
      exchange(
        {
          method: 'POST',
          url: String(input),
          headers: requestHeaders(init?.headers, endpoint.secrets.length > 0),
          body: JSON.stringify(adaptBody(request, endpoint)),
          signal: init?.signal ?? new AbortController().signal,
        },
        endpoint,
        limits,
        errors,
      )
    const answer = await untilLearned(send, endpoint).catch(error => {
      throw noting(error)
    })
    const events = noted(repaired(answer, errors, repair, parts.onAnswer), noting)
    // The same class under another type: the DOM's declarations do not know `from` yet.
    const body = ReadableStream.from(framed(events)) as unknown as globalThis.ReadableStream<Uint8Array<ArrayBuffer>>
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
  }
  return { fetch, failure: () => failure }
}

async function* noted(
  events: AsyncIterable<JsonObject>,
  note: (error: unknown) => unknown,
): AsyncGenerator<JsonObject> {
  try {
    yield* events
  } catch (error) {
    throw note(error)
  }
}

/** Each refused parameter is learned once, so this ends. */
async function untilLearned(send: () => Promise<Answer>, endpoint: Endpoint): Promise<Answer> {
  for (;;) {
    try {
      return await send()
    } catch (error) {
      if (!learnFrom(error, endpoint)) throw error
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

async function* repaired(
  answer: Answer,
  errors: EndpointErrors,
  repair: AnswerRepair,
  onAnswer?: (kind: 'events' | 'json') => void,
): AsyncGenerator<JsonObject> {
  const { kind, bytes, beginning } = await sniff(answer)
  if (kind === 'neither') throw errors.notJson(answer.contentType, beginning)
  onAnswer?.(kind)
  if (kind === 'json') {
    yield* repair.acceptWhole(whole(await text(bytes, MAX_ANSWER), answer, errors))
    return
  }
  for await (const { data } of readServerEvents(untilSettled(bytes, repair), () => errors.tooLarge())) {
    if (data.trim() === '[DONE]') repair.done()
    if (repair.complete) break
    const event = parse(data)
    if (event === undefined) throw errors.contradiction('an event of the stream is not JSON.')
    if (isObject(event)) yield* repair.accept(event)
    if (repair.complete) break
  }
  yield* repair.finish()
}

/** A connection that breaks or stalls after the answer was settled has told everything that counts. */
async function* untilSettled(bytes: AsyncIterable<Uint8Array>, repair: AnswerRepair): AsyncGenerator<Uint8Array> {
  try {
    yield* bytes
  } catch (error) {
    const ended = error instanceof ModelError && (error.code === 'LLM_STREAM' || error.code === 'LLM_TIMEOUT')
    if (!ended || !repair.settled) throw error
  }
}

type Sniffed = { kind: 'events' | 'json' | 'neither'; bytes: AsyncIterable<Uint8Array>; beginning: string }

/** Looks at the bytes, not at the label: servers send events as text/plain, and login pages with status 200. */
async function sniff(answer: Answer): Promise<Sniffed> {
  const iterator = answer.bytes[Symbol.asyncIterator]()
  const seen: Uint8Array[] = []
  let beginning = ''
  for (;;) {
    const next = await iterator.next()
    if (next.done) break
    seen.push(next.value)
    beginning = Buffer.concat(seen)
      .toString('utf8')
      .replace(/^\uFEFF/, '')
      .trimStart()
    if (beginning.length >= 8) break
  }
  const bytes = { [Symbol.asyncIterator]: () => rejoined(seen, iterator) }
  return { kind: kindOf(beginning), bytes, beginning: beginning.slice(0, 500) }
}

function kindOf(beginning: string): Sniffed['kind'] {
  if (beginning === '' || /^(data|event|id|retry)?:/.test(beginning)) return 'events'
  return /^[[{]/.test(beginning) ? 'json' : 'neither'
}

async function* rejoined(seen: readonly Uint8Array[], rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* seen
    for (;;) {
      const next = await rest.next()
      if (next.done) return
      yield next.value
    }
  } finally {
    await rest.return?.()
  }
}

function whole(body: string, answer: Answer, errors: EndpointErrors): JsonObject {
  const value = parse(body)
  // A JSON document that breaks off is a broken connection; one of another shape is another kind of server.
  if (value === undefined) throw /[}\]]\s*$/.test(body) ? errors.notJson(answer.contentType, body) : errors.cut()
  const first = Array.isArray(value) ? value[0] : value
  if (!isObject(first)) throw errors.notJson(answer.contentType, body)
  return first
}

function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}

async function* framed(events: AsyncIterable<JsonObject>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  for await (const event of events) {
    const name = typeof event.type === 'string' ? `event: ${event.type}\n` : ''
    yield encoder.encode(`${name}data: ${JSON.stringify(event)}\n\n`)
  }
}
