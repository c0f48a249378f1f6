import type { IncomingHttpHeaders } from 'node:http'
import type { Dispatcher } from 'undici'
import { pacer } from '../../events/pacer.ts'
import { ModelError } from '../model-error.ts'
import type { Endpoint, HttpLimits } from './endpoint.ts'
import type { EndpointErrors } from './endpoint-errors.ts'
import { MAX_ANSWER } from './server-events.ts'

const ERROR_BODY_LIMIT = 64_000
const LEFT_OVER_BYTES = 64_000
const LEFT_OVER_MS = 1_000

/** With the first request: it is large. */
let dispatcher: Promise<typeof import('./dispatcher.ts')> | undefined

type Body = Dispatcher.ResponseData['body']

export interface Answer {
  readonly status: number
  readonly contentType: string
  /** Decoded bytes, capped (B141); ends with a ModelError when the time is over or the request is aborted. */
  readonly bytes: AsyncIterable<Uint8Array>
}

export interface ExchangeRequest {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  readonly signal: AbortSignal
}

/**
 * One HTTP request to a model endpoint: only to its own origin, no redirects, bounded in time and size, stopped at once
 * by the signal. Answers with a success, or throws the ModelError that tells why not.
 */
export async function exchange(
  request: ExchangeRequest,
  endpoint: Endpoint,
  limits: HttpLimits,
  errors: EndpointErrors,
): Promise<Answer> {
  if (new URL(request.url).origin !== new URL(endpoint.baseUrl).origin) throw errors.redirect()
  const clock = new Clock(limits, errors, request.signal)
  try {
    dispatcher ??= import('./dispatcher.ts').catch(error => {
      dispatcher = undefined // perhaps it can be read next time
      throw error
    })
    const { sendToEndpoint } = await dispatcher
    const { method, headers, body = null } = request
    const init = { method, headers, body, signal: clock.signal }
    const proxy = await clock.unlessOver(endpoint.proxyFor?.(request.url))
    const response = await sendToEndpoint(request.url, init, proxy ?? null)
    const bytes = read(response.body, clock, errors)
    const status = response.statusCode
    if (status >= 200 && status < 300)
      return { status, contentType: header(response.headers, 'content-type') ?? '', bytes }
    const said = await text(bytes, ERROR_BODY_LIMIT).catch(() => '')
    throw errors.status(status, header(response.headers, 'retry-after'), said)
  } catch (error) {
    clock.stop()
    throw clock.reason ?? (error instanceof ModelError ? error : errors.network(error))
  }
}

function header(headers: IncomingHttpHeaders, name: string): string | null {
  const value = headers[name]
  return (Array.isArray(value) ? value[0] : value) ?? null
}

/** The whole body as text, up to `limit` bytes; the rest is not read. */
export async function text(bytes: AsyncIterable<Uint8Array>, limit: number): Promise<string> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of bytes) {
    parts.push(part)
    size += part.length
    if (size >= limit) break
  }
  return Buffer.concat(parts).toString('utf8')
}

async function* read(body: Body, clock: Clock, errors: EndpointErrors): AsyncGenerator<Uint8Array> {
  let size = 0
  let ended = false
  try {
    for await (const part of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>) {
      clock.alive()
      size += part.length
      if (size > MAX_ANSWER) throw errors.tooLarge()
      await pacer.turn() // many answers may have come in this moment
      yield part
    }
    ended = true
  } catch (error) {
    throw clock.reason ?? (error instanceof ModelError ? error : errors.broken(error))
  } finally {
    clock.stop()
    if (!ended) letGo(body)
  }
}

/**
 * Nobody reads on. An answer that says itself that it is over (`[DONE]`) is a moment before its real end, and only a
 * connection that got there is used again; one that has much more to say, or nothing for long, is closed.
 */
function letGo(body: Body): void {
  body.dump({ limit: LEFT_OVER_BYTES, signal: AbortSignal.timeout(LEFT_OVER_MS) }).catch(() => undefined)
}

/** Aborts the request when nothing arrives, when it takes too long, or when the caller wants to stop. */
class Clock {
  readonly #controller = new AbortController()
  readonly #errors: EndpointErrors
  readonly #outer: AbortSignal
  readonly #total: NodeJS.Timeout
  readonly #idle: NodeJS.Timeout
  readonly #over: Promise<never>
  reason: ModelError | undefined

  constructor(limits: HttpLimits, errors: EndpointErrors, outer: AbortSignal) {
    this.#errors = errors
    this.#outer = outer
    this.#over = new Promise((_resolve, reject) => {
      this.signal.addEventListener('abort', () => reject(this.reason), { once: true })
    })
    this.#over.catch(() => undefined) // most of the time nobody waits for it
    this.#total = setTimeout(() => this.#abort(errors.total(limits)), limits.totalMs)
    this.#idle = setTimeout(() => this.#abort(errors.idle(limits)), limits.idleMs)
    outer.addEventListener('abort', this.#aborted, { once: true })
    if (outer.aborted) this.#aborted()
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** Who is asked on this computer may stay silent as well. */
  unlessOver<T>(asked: T | Promise<T>): Promise<T> {
    return Promise.race([asked, this.#over])
  }

  alive(): void {
    this.#idle.refresh()
  }

  stop(): void {
    clearTimeout(this.#total)
    clearTimeout(this.#idle)
    this.#outer.removeEventListener('abort', this.#aborted)
  }

  readonly #aborted = () => this.#abort(this.#errors.aborted())

  #abort(reason: ModelError): void {
    this.reason ??= reason
    this.stop()
    this.#controller.abort(reason)
  }
}
