import { visible } from '../../tools/quote.ts'
import { ModelError } from '../model-error.ts'
import { classifySaid, classifyStatus, refusedParameter } from './classify-status.ts'
import { limitIn, readContextError } from './context-overflow.ts'
import type { Endpoint, HttpLimits } from './endpoint.ts'
import { readErrorBody, type SaidError } from './error-body.ts'
import { type EndpointErrorKind, errorSentences } from './error-sentences.ts'
import { type NetworkFailure, networkFailure } from './network-failure.ts'
import { ProxyFailure } from './proxy-failure.ts'
import { retryAfterMs } from './retry-after.ts'
import { scrubError } from './scrub-secrets.ts'

const RAW_LIMIT = 500
const QUOTED_LIMIT = 200
const NAME_LIMIT = 100

const OF_ENDPOINT: ReadonlySet<NetworkFailure> = new Set(['certificate', 'too_large'])

const PROXY_KINDS = { address: 'proxy_address', password: 'proxy_password', way: 'proxy' } as const

interface ErrorFacts {
  readonly status?: number
  readonly raw?: string
  readonly detail?: string
  readonly retryAfterMs?: number | undefined
  readonly refusedParameter?: string | undefined
  readonly contextLimit?: number | null
}

/** Every way one endpoint can fail, as a ModelError with a sentence for the person. Secrets are taken out here. */
export class EndpointErrors {
  readonly #endpoint: Endpoint

  constructor(endpoint: Endpoint) {
    this.#endpoint = endpoint
  }

  /** No HTTP answer at all. */
  network(error: unknown): ModelError {
    const { failure, code } = networkFailure(error)
    // Of what the endpoint itself has or says, the endpoint's sentence is the right one.
    if (error instanceof ProxyFailure && !OF_ENDPOINT.has(failure))
      return this.#error(PROXY_KINDS[error.reason], { raw: code, detail: named(error.proxy) })
    const detail = failure === 'not_json' ? 'it does not speak HTTP' : code
    return this.#error(failure, { raw: code || messageOf(error), detail })
  }

  /** An HTTP status that is no success. */
  status(status: number, retryAfter: string | null, body: string): ModelError {
    const said = readErrorBody(body)
    const kind = classifyStatus(status, said, body)
    const wait = retryAfterMs(retryAfter, Date.now())
    const raw = said?.message ?? body
    const contextLimit = kind === 'context_window' ? readContextError(body).limit : null
    const parameter = kind === 'refused' ? refusedParameter(said) : undefined
    const detail =
      kind === 'rate_limit'
        ? wait === undefined || wait === 0
          ? ''
          : seconds(wait)
        : kind === 'context_window'
          ? tokens(contextLimit)
          : this.#quoted(raw)
    return this.#error(kind, { status, raw, detail, retryAfterMs: wait, refusedParameter: parameter, contextLimit })
  }

  /** `{"error":…}` inside a successful answer. */
  said(error: SaidError): ModelError {
    const { kind, ...facts } = classifySaid(error)
    const contextLimit = kind === 'context_window' ? limitIn(error.message) : null
    const detail =
      kind === 'rate_limit' ? '' : kind === 'context_window' ? tokens(contextLimit) : this.#quoted(error.message)
    return this.#error(kind, { ...facts, raw: error.message, detail, contextLimit })
  }

  redirect(): ModelError {
    return this.#error('redirect', {})
  }

  notJson(contentType: string, beginning: string): ModelError {
    const start = this.#safe(beginning).slice(0, 120)
    const type = visible(contentType.slice(0, 80)) || 'none'
    return this.#error('not_json', { raw: beginning, detail: `content type ${type}: “${start}”` })
  }

  /** The stream ended, or broke, before the answer was complete. */
  cut(reason = ''): ModelError {
    return this.#error('cut', { raw: reason })
  }

  /** The body of an answer that ended in an error: what cannot be unpacked was not cut. */
  broken(error: unknown): ModelError {
    return isUnpackable(error) ? this.unexpected(error) : this.cut(messageOf(error))
  }

  /** Pieces of an answer that do not fit together (B136). `detail` is a sentence. */
  contradiction(detail: string): ModelError {
    return this.#error('contradiction', { raw: detail, detail })
  }

  tooLarge(): ModelError {
    return this.#error('too_large', {})
  }

  idle(limits: HttpLimits): ModelError {
    return this.#error('idle', { detail: seconds(limits.idleMs) })
  }

  total(limits: HttpLimits): ModelError {
    return this.#error('total', { detail: seconds(limits.totalMs) })
  }

  empty(): ModelError {
    return this.#error('empty', {})
  }

  aborted(): ModelError {
    return new ModelError('LLM_ABORTED', 'The request was stopped.', { retryable: false })
  }

  /** What no other case explains. */
  unexpected(error: unknown): ModelError {
    return this.#error('unreadable', { raw: messageOf(error) })
  }

  #error(kind: EndpointErrorKind, facts: ErrorFacts): ModelError {
    const { code, retryable, say } = errorSentences[kind]
    const { configName, baseUrl } = this.#endpoint
    const { host, origin, pathname } = new URL(baseUrl)
    const message = say({
      host,
      address: `${origin}${pathname}`,
      model: named(this.#endpoint.model),
      where: configName === null ? 'this configuration' : `“${named(configName)}” in Settings → Models`,
      detail: facts.detail ?? '',
      status: facts.status ?? 0,
    })
    return new ModelError(code, message, {
      retryable,
      ...(facts.status ? { status: facts.status } : {}),
      ...(facts.raw ? { raw: this.#safe(facts.raw).slice(0, RAW_LIMIT) } : {}),
      ...(facts.retryAfterMs === undefined ? {} : { retryAfterMs: facts.retryAfterMs }),
      ...(facts.contextLimit ? { contextLimit: facts.contextLimit } : {}),
      ...(facts.refusedParameter ? { refusedParameter: facts.refusedParameter } : {}),
    })
  }

  #quoted(text: string): string {
    const clean = this.#safe(text)
    return `“${clean.slice(0, QUOTED_LIMIT)}${clean.length > QUOTED_LIMIT ? '…' : ''}”`
  }

  /** Scrubbed before it is cut: half a secret is still a secret. */
  #safe(text: string): string {
    return visible(scrubError(text, this.#endpoint.secrets)).trim()
  }
}

function named(name: string): string {
  return visible(name).slice(0, NAME_LIMIT)
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** The codes of zlib and Brotli; `Z_BUF_ERROR` is packed bytes that end too early. */
function isUnpackable(error: unknown): boolean {
  const { code } = error as { readonly code?: unknown }
  return typeof code === 'string' && /^(Z_(?!BUF_)|ERR_+(BROTLI|ERROR_FORMAT|PADDING))/.test(code)
}

function tokens(count: number | null): string {
  return count === null ? '' : `${new Intl.NumberFormat('en').format(count)} tokens`
}

function seconds(ms: number): string {
  const count = Math.max(1, Math.round(ms / 1000))
  return count === 1 ? '1 second' : `${count} seconds`
}
