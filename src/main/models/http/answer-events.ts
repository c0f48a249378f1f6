import { ModelError } from '../model-error.ts'
import { type AnswerRepair, isObject, type Json, type JsonObject } from '../repair/answer-repair.ts'
import type { EndpointErrors } from './endpoint-errors.ts'
import { saidError } from './error-body.ts'
import { type Answer, text } from './exchange.ts'
import { MAX_ANSWER, type ServerEvent, ServerEventReader } from './server-events.ts'

/**
 * An answer as the clean events of its API, those of one piece of the network together: from a stream, or from one JSON
 * document. Throws the ModelError that says why it is none, or not whole.
 */
export async function* answerEvents(
  answer: Answer,
  errors: EndpointErrors,
  repair: AnswerRepair,
  onAnswer?: (kind: 'events' | 'json') => void,
): AsyncGenerator<readonly JsonObject[]> {
  const { kind, bytes, beginning } = await sniff(answer, errors)
  if (kind === 'neither') throw errors.notJson(answer.contentType, beginning)
  onAnswer?.(kind)
  if (kind === 'json') {
    yield repair.acceptWhole(whole(await text(bytes, MAX_ANSWER), answer, errors))
    return
  }
  const reader = new ServerEventReader(() => errors.tooLarge())
  for await (const piece of untilSettled(bytes, repair)) {
    const { events, failure } = repaired(() => reader.push(piece), errors, repair)
    if (events.length > 0) yield events
    if (failure) throw failure
    if (repair.complete) return
  }
  const { events, failure } = repaired(() => reader.end(), errors, repair)
  if (events.length > 0) yield events
  if (failure) throw failure
  if (!repair.complete) yield repair.finish()
}

/** What was good before something went wrong still counts. An answer that is complete ends with its last event. */
function repaired(
  read: () => readonly ServerEvent[],
  errors: EndpointErrors,
  repair: AnswerRepair,
): { readonly events: readonly JsonObject[]; readonly failure?: unknown } {
  const events: JsonObject[] = []
  try {
    for (const { event: name, data } of read()) {
      if (data.trim() === '') continue // a sign of life
      const event = parse(data)
      const said = name === 'error' ? (saidError(event) ?? saidError({ error: data })) : null
      if (said) throw errors.said(said)
      if (isObject(event)) events.push(...repair.accept(event))
      // Once it is known how the answer ends, what nobody can read is behind it.
      else if (data.trim() === '[DONE]' || (event === undefined && repair.settled)) repair.done()
      else if (event === undefined) throw errors.contradiction('an event of the stream is not JSON.')
      if (!repair.complete) continue
      events.push(...repair.finish())
      break
    }
    return { events }
  } catch (failure) {
    return { events, failure }
  }
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

/** Bytes of white space before an answer. */
const MAX_BLANK = 1_000_000

/** Looks at the bytes, not at the label: servers send events as text/plain, and login pages with status 200. */
async function sniff(answer: Answer, errors: EndpointErrors): Promise<Sniffed> {
  const iterator = answer.bytes[Symbol.asyncIterator]()
  const decoder = new TextDecoder()
  const seen: Uint8Array[] = []
  let size = 0
  let beginning = ''
  while (beginning.length < 8) {
    const next = await iterator.next()
    if (next.done) break
    seen.push(next.value)
    size += next.value.length
    // The decoder keeps back the mark of the byte order and what is cut within a character.
    beginning = (beginning + decoder.decode(next.value, { stream: true })).trimStart()
    if (size > MAX_BLANK && beginning === '') {
      await iterator.return?.()
      throw errors.tooLarge()
    }
  }
  const kind = kindOf(beginning)
  if (kind === 'neither') await iterator.return?.() // nobody will read the rest
  const bytes = { [Symbol.asyncIterator]: () => rejoined(seen, iterator) }
  return { kind, bytes, beginning }
}

function kindOf(beginning: string): Sniffed['kind'] {
  if (beginning === '' || /^(data|event|id|retry|error)?:/.test(beginning)) return 'events'
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
  const value = parse(body.replace(/^\uFEFF/, ''))
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
