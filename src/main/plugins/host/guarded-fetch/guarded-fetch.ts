import { type Agent, Headers, Request, Response, type RequestInit as UndiciInit, fetch as undiciFetch } from 'undici'
import { type AllowRules, allowed } from './allow-rules.ts'
import { FetchRefused } from './fetch-refused.ts'

export interface GuardOptions {
  readonly rules: AllowRules
  /** Made for the same rules; it may serve many fetches. */
  readonly agent: Agent
  /** Ends every request of this fetch. */
  readonly signal?: AbortSignal
  /** Told of each host that was asked for. */
  readonly onHost?: (host: string, allowed: boolean) => void
  readonly maxBody?: number
}

const MAX_REDIRECTS = 5
const MAX_BODY = 32_000_000
/** Not sent on to another host than they were meant for. */
const PRIVATE_HEADERS = ['authorization', 'cookie', 'proxy-authorization']

/** `fetch` for code that is not ours: only hosts the rules name, checked again at every redirect and at the address. */
export function createGuardedFetch(options: GuardOptions): typeof fetch {
  const guarded = (input: unknown, init?: UndiciInit) => run(input, init, options)
  return guarded as unknown as typeof fetch
}

async function run(input: unknown, init: UndiciInit | undefined, options: GuardOptions): Promise<Response> {
  const first = buildRequest(input, init)
  const wanted = first.redirect
  const signal = options.signal ? AbortSignal.any([first.signal, options.signal]) : first.signal
  let request = new Request(first, { redirect: 'manual', signal })
  const body = first.body === null ? null : await first.arrayBuffer()
  for (let hop = 0; ; hop++) {
    checkUrl(new URL(request.url), options)
    const response = await send(request, body, options.agent)
    const next = wanted === 'manual' ? null : redirectOf(response, request)
    if (next === null) return limited(response, options.maxBody ?? MAX_BODY, hop > 0)
    await response.body?.cancel()
    if (wanted === 'error')
      throw new FetchRefused('URL_REDIRECTS', `${request.url} redirects, which this request does not allow.`)
    if (hop >= MAX_REDIRECTS)
      throw new FetchRefused('URL_REDIRECTS', `${first.url} redirects more than ${MAX_REDIRECTS} times.`)
    request = new Request(next.url, { method: next.method, headers: next.headers, redirect: 'manual', signal })
  }
}

function buildRequest(input: unknown, init: UndiciInit | undefined): Request {
  const url = input instanceof Request ? input.url : isForeignRequest(input) ? input.url : String(input)
  if (!URL.canParse(url))
    throw new FetchRefused('URL_INVALID', `“${url.slice(0, 200)}” is not an address. Give a whole one, with https://.`)
  const { dispatcher: _ignored, ...rest } = init ?? {}
  const withoutCredentials = new URL(url)
  if (withoutCredentials.username || withoutCredentials.password)
    throw new FetchRefused(
      'URL_CREDENTIALS',
      'An address must not carry a user name or password. Send them in a header.',
    )
  const source = isForeignRequest(input)
    ? {
        method: input.method,
        headers: [...input.headers],
        body: input.body,
        signal: input.signal,
        duplex: 'half' as const,
      }
    : {}
  return new Request(input instanceof Request ? input : url, {
    ...(source as UndiciInit),
    ...rest,
    ...(rest.body ? { duplex: 'half' as const } : {}),
  })
}

/** A Request of the runtime's own fetch, which is another class than ours. */
function isForeignRequest(input: unknown): input is globalThis.Request {
  return !(input instanceof Request) && typeof globalThis.Request === 'function' && input instanceof globalThis.Request
}

function checkUrl(url: URL, { rules, onHost }: GuardOptions): void {
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new FetchRefused('URL_SCHEME', `Only http and https addresses can be fetched, not ${url.protocol}`)
  if (url.username || url.password)
    throw new FetchRefused('URL_CREDENTIALS', `${url.host} was given with a user name or password in the address.`)
  const verdict = allowed(url, rules)
  onHost?.(url.host, verdict !== null)
  if (verdict === null)
    throw new FetchRefused(
      'URL_NOT_ALLOWED',
      `${url.host} is not among the hosts this plugin may reach. Declare it under permissions.net in plugin.json, or let the operator name it in a url setting.`,
    )
}

async function send(request: Request, body: ArrayBuffer | null, agent: Agent): Promise<Response> {
  const withBody = body !== null && request.method !== 'GET' && request.method !== 'HEAD'
  try {
    const init: UndiciInit = {
      method: request.method,
      headers: request.headers,
      redirect: 'manual',
      signal: request.signal,
      dispatcher: agent,
    }
    return await undiciFetch(request.url, withBody ? { ...init, body } : init)
  } catch (error) {
    // undici wraps what the connector says in "fetch failed"
    const cause = error instanceof Error ? error.cause : undefined
    throw cause instanceof FetchRefused ? cause : error
  }
}

function redirectOf(response: Response, request: Request): { url: URL; method: string; headers: Headers } | null {
  const location = response.headers.get('location')
  if (![301, 302, 303, 307, 308].includes(response.status) || location === null) return null
  if (!URL.canParse(location, request.url))
    throw new FetchRefused('URL_INVALID', `${request.url} redirects to something that is no address.`)
  const from = new URL(request.url)
  const url = new URL(location, from)
  if (from.protocol === 'https:' && url.protocol === 'http:')
    throw new FetchRefused('URL_DOWNGRADE', `${from.host} redirects from https to http, which is refused.`)
  const keepsMethod = response.status === 307 || response.status === 308 || request.method === 'HEAD'
  const headers = new Headers([...request.headers])
  if (url.origin !== from.origin) for (const name of PRIVATE_HEADERS) headers.delete(name)
  return { url, method: keepsMethod ? request.method : 'GET', headers }
}

function limited(response: Response, limit: number, redirected: boolean): Response {
  if (response.body === null) return response
  let seen = 0
  const body = response.body as ReadableStream<Uint8Array>
  const counted = body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        seen += chunk.byteLength
        if (seen > limit)
          controller.error(new FetchRefused('BODY_TOO_LARGE', `The answer is larger than ${limit / 1_000_000} MB.`))
        else controller.enqueue(chunk)
      },
    }),
  )
  const { status, statusText, headers, url } = response
  const limitedResponse = new Response(counted as ReadableStream, { status, statusText, headers })
  Object.defineProperties(limitedResponse, { url: { value: url }, redirected: { value: redirected } })
  return limitedResponse
}
