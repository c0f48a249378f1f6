import type { ErrorCode } from '../../../shared/error-codes.ts'
import { visible } from '../../tools/quote.ts'
import { ModelError } from '../model-error.ts'
import type { Endpoint, HttpLimits } from './endpoint.ts'
import { readErrorBody, type SaidError } from './error-body.ts'
import { networkFailure } from './network-failure.ts'
import { retryAfterMs } from './retry-after.ts'
import { scrubError } from './scrub-secrets.ts'

const RAW_LIMIT = 500
const QUOTED_LIMIT = 200

/** Every way an endpoint can fail, as one sentence that says what happened, where, and what to do. */
export class EndpointErrors {
  readonly #endpoint: Endpoint
  readonly #host: string

  constructor(endpoint: Endpoint) {
    this.#endpoint = endpoint
    this.#host = new URL(endpoint.baseUrl).host
  }

  /** No HTTP answer at all. */
  network(error: unknown): ModelError {
    const { failure, code } = networkFailure(error)
    const raw = code || (error instanceof Error ? error.message : String(error))
    switch (failure) {
      case 'refused':
        return this.#error(
          'LLM_UNREACHABLE',
          `Nothing answers at ${this.#host}. Start the model server, or check the base URL of ${this.#where()}.`,
          { retryable: true, raw },
        )
      case 'unknown_host':
        return this.#error(
          'LLM_UNREACHABLE',
          `The host ${this.#host} cannot be found. Check your connection and the base URL of ${this.#where()}.`,
          { retryable: true, raw },
        )
      case 'certificate':
        return this.#error(
          'LLM_TLS',
          `The certificate of ${this.#host} is not trusted on this computer (${code}). Check the base URL of ${this.#where()}, or have the certificate's issuer added to this computer's store.`,
          { retryable: false, raw },
        )
      case 'tls':
        return this.#error(
          'LLM_TLS',
          `No secure connection to ${this.#host} could be made (${code}). Check the base URL of ${this.#where()}: servers on this computer often want http://.`,
          { retryable: false, raw },
        )
      case 'connect_timeout':
        return this.#error(
          'LLM_TIMEOUT',
          `${this.#host} did not accept a connection in time. Check your connection and the base URL of ${this.#where()}.`,
          { retryable: true, raw },
        )
      case 'no_route':
      case 'closed':
      case 'other':
        return this.#error(
          'LLM_UNREACHABLE',
          `${this.#host} could not be reached. Check your connection and the base URL of ${this.#where()}.`,
          { retryable: true, raw },
        )
    }
  }

  /** An HTTP status that is no success. */
  status(status: number, retryAfter: string | null, body: string): ModelError {
    const said = readErrorBody(body)
    const details = { status, raw: said?.message ?? body, retryAfterMs: retryAfterMs(retryAfter, Date.now()) }
    if (status >= 300 && status < 400) return this.redirect(status)
    return this.#byStatus(status, said, details)
  }

  redirect(status: number): ModelError {
    return this.#error(
      'LLM_REDIRECT',
      `${this.#host} redirects to another address, and the key is never sent there. Set the final address as the base URL of ${this.#where()}.`,
      { status, retryable: false },
    )
  }

  /** `{"error":…}` inside a successful answer (B127). Named kinds keep their meaning. */
  said(error: SaidError): ModelError {
    const status = error.status ?? STATUS_OF_TYPE.get(error.type) ?? STATUS_OF_TYPE.get(error.code) ?? null
    if (status !== null) return this.#byStatus(status, error, { status, raw: error.message })
    if (isContextOverflow(error)) return this.#contextWindow({ raw: error.message })
    return this.#error(
      'LLM_ERROR',
      `${this.#host} reported an error: ${this.#quoted(error.message)} Check the settings of ${this.#where()}, or try again.`,
      { retryable: false, raw: error.message },
    )
  }

  notJson(contentType: string, beginning: string): ModelError {
    const start = visible(scrubError(beginning.slice(0, 120), this.#endpoint.secrets))
    return this.#error(
      'LLM_NOT_JSON',
      `${this.#host} did not answer like a model endpoint (content type ${visible(contentType.slice(0, 80)) || 'none'}): “${start}”. Check the base URL of ${this.#where()}.`,
      { retryable: false, raw: beginning },
    )
  }

  /** The stream ended, or broke, before the answer was complete. */
  cut(reason = ''): ModelError {
    return this.#error('LLM_STREAM', `The connection to ${this.#host} ended in the middle of an answer. Try again.`, {
      retryable: true,
      raw: reason,
    })
  }

  /** Pieces of an answer that do not fit together (B136). */
  contradiction(detail: string): ModelError {
    return this.#error(
      'LLM_STREAM',
      `${this.#host} sent an answer whose parts do not fit together: ${detail} Try again; if it stays, choose another model for ${this.#where()}.`,
      { retryable: true, raw: detail },
    )
  }

  tooLarge(): ModelError {
    return this.#error(
      'LLM_STREAM',
      `${this.#host} sent more than an answer can be, and was stopped. Try again, or check the base URL of ${this.#where()}.`,
      { retryable: false },
    )
  }

  idle(limits: HttpLimits): ModelError {
    return this.#error(
      'LLM_TIMEOUT',
      `${this.#host} sent nothing for ${seconds(limits.idleMs)}. Try again, or raise the idle timeout of ${this.#where()}.`,
      { retryable: true },
    )
  }

  total(limits: HttpLimits): ModelError {
    return this.#error(
      'LLM_TIMEOUT',
      `${this.#host} did not finish its answer within ${seconds(limits.totalMs)}. Try again, or raise the timeout of ${this.#where()}.`,
      { retryable: true },
    )
  }

  empty(): ModelError {
    return this.#error(
      'LLM_EMPTY',
      `${this.#host} gave an empty answer twice. Try again, or choose another model for ${this.#where()}.`,
      { retryable: true },
    )
  }

  aborted(): ModelError {
    return new ModelError('LLM_ABORTED', 'The request was stopped.', { retryable: false })
  }

  /** What no other case explains. */
  unexpected(error: unknown): ModelError {
    const raw = error instanceof Error ? error.message : String(error)
    return this.#error(
      'LLM_STREAM',
      `The answer of ${this.#host} could not be read. Try again; if it stays, choose another model for ${this.#where()}.`,
      { retryable: true, raw },
    )
  }

  #byStatus(
    status: number,
    said: SaidError | null,
    details: { status: number; raw: string; retryAfterMs?: number | undefined },
  ): ModelError {
    const no = { ...details, retryable: false }
    const yes = { ...details, retryable: true }
    const quoted = this.#quoted(details.raw)
    if (status === 401 || status === 403)
      return this.#error('LLM_AUTH', `The key was refused by ${this.#host}. Check the API key of ${this.#where()}.`, no)
    if (
      status === 402 ||
      said?.code === 'insufficient_quota' ||
      said?.type === 'insufficient_quota' ||
      said?.type === 'billing_error'
    )
      return this.#error(
        'LLM_RATE_LIMIT',
        `${this.#host} says the account has no credit left. Add credit there, or choose another model.`,
        no,
      )
    if (status === 404) return this.#notFound(said, no)
    if (status === 408) return this.#error('LLM_TIMEOUT', `${this.#host} timed out. Try again.`, yes)
    if (status === 429)
      return this.#error(
        'LLM_RATE_LIMIT',
        `${this.#host} asks to slow down: too many requests. ${waitSentence(details.retryAfterMs)}`,
        yes,
      )
    if (status === 529 || said?.type === 'overloaded_error')
      return this.#error('LLM_OVERLOADED', `${this.#host} is overloaded. Wait a little and try again.`, yes)
    if (status >= 500)
      return this.#error('LLM_SERVER_ERROR', `${this.#host} failed with status ${status}. Try again later.`, yes)
    if (said && isContextOverflow(said)) return this.#contextWindow(details)
    if (said && refusesTools(said))
      return this.#error(
        'LLM_BAD_REQUEST',
        `The model “${visible(this.#endpoint.model)}” cannot use tools. Choose another model for ${this.#where()}, or turn off this agent's tools.`,
        no,
      )
    return this.#error(
      'LLM_BAD_REQUEST',
      `${this.#host} refused the request (status ${status}): ${quoted} Check the settings of ${this.#where()}.`,
      { ...no, refusedParameter: refusedParameter(said) },
    )
  }

  #notFound(said: SaidError | null, info: { retryable: boolean; raw: string; status: number }): ModelError {
    const model = this.#endpoint.model
    const aboutModel = said !== null && (said.code === 'model_not_found' || /\bmodel\b/i.test(said.message))
    return aboutModel
      ? this.#error(
          'LLM_MODEL_NOT_FOUND',
          `${this.#host} does not know the model “${visible(model)}”. Choose another model in ${this.#where()}.`,
          info,
        )
      : this.#error(
          'LLM_MODEL_NOT_FOUND',
          `${this.#endpoint.baseUrl} is not the address of a model endpoint (status 404). Check the base URL of ${this.#where()}.`,
          info,
        )
  }

  #contextWindow(info: { raw: string; status?: number }): ModelError {
    return this.#error(
      'CONTEXT_WINDOW',
      `The conversation is longer than the model “${visible(this.#endpoint.model)}” can read. Start a new chat, or choose a model with a larger context window.`,
      { ...info, retryable: false },
    )
  }

  #quoted(text: string): string {
    const clean = this.#scrubbed(text)
    return `“${clean.slice(0, QUOTED_LIMIT)}${clean.length > QUOTED_LIMIT ? '…' : ''}”.`
  }

  #scrubbed(text: string): string {
    return visible(scrubError(text, this.#endpoint.secrets)).trim()
  }

  #where(): string {
    return `“${visible(this.#endpoint.configName)}” in Settings → Models`
  }

  #error(
    code: ErrorCode,
    message: string,
    info: {
      retryable: boolean
      raw?: string
      status?: number
      retryAfterMs?: number | undefined
      refusedParameter?: string | undefined
    },
  ): ModelError {
    return new ModelError(code, message, {
      retryable: info.retryable,
      ...(info.status === undefined ? {} : { status: info.status }),
      ...(info.raw ? { raw: this.#scrubbed(info.raw).slice(0, RAW_LIMIT) } : {}),
      ...(info.retryAfterMs === undefined ? {} : { retryAfterMs: info.retryAfterMs }),
      ...(info.refusedParameter ? { refusedParameter: info.refusedParameter } : {}),
    })
  }
}

const STATUS_OF_TYPE: ReadonlyMap<string, number> = new Map([
  ['overloaded_error', 529],
  ['rate_limit_error', 429],
  ['rate_limit_exceeded', 429],
  ['authentication_error', 401],
  ['invalid_api_key', 401],
  ['permission_error', 403],
  ['api_error', 500],
  ['model_not_found', 404],
])

/** Endpoints have no common code for it; these are the words of the known ones. */
function isContextOverflow(said: SaidError): boolean {
  return (
    said.code === 'context_length_exceeded' ||
    said.type === 'exceed_context_size_error' ||
    /context (window|length|size)|prompt is too long|too many (input )?tokens|maximum context/i.test(said.message)
  )
}

function refusesTools(said: SaidError): boolean {
  return /does not support (tools|function calling)|tool use is not supported/i.test(said.message)
}

/** Some endpoints name it in a field, some only in their sentence. */
function refusedParameter(said: SaidError | null): string | undefined {
  if (!said) return undefined
  const named = /\b(max_tokens|temperature|stream_options)\b/.exec(said.param || said.message)?.[1]
  const refused =
    said.code.startsWith('unsupported') ||
    /not support|unsupported|unrecogni|unknown|deprecated|not permitted|not allowed/i.test(said.message)
  return refused ? named : undefined
}

function waitSentence(retryAfter: number | undefined): string {
  return retryAfter ? `It said to wait ${seconds(retryAfter)}.` : 'Wait a little and try again.'
}

function seconds(ms: number): string {
  const count = Math.max(1, Math.round(ms / 1000))
  return count === 1 ? '1 second' : `${count} seconds`
}
