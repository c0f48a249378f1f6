import {
  type Dispatcher,
  type RequestInit as UndiciInit,
  type Response as UndiciResponse,
  fetch as undiciFetch,
} from 'undici'
import { type AllowRules, allowed } from './allow-rules.ts'
import { FetchRefused } from './fetch-refused.ts'

export interface GuardOptions {
  readonly rules: AllowRules
  /** Made for the same rules; it may serve many fetches. */
  readonly agent: Dispatcher
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
  return (input, init) => run(input, init, options)
}

/** One request on its way from redirect to redirect. */
interface Hop {
  readonly url: URL
  readonly method: string
  readonly headers: Headers
}

async function run(input: RequestInfo | URL, init: RequestInit | undefined, options: GuardOptions): Promise<Response> {
  const first = buildRequest(input, init)
  const signal = options.signal ? AbortSignal.any([first.signal, options.signal]) : first.signal
  const body = first.body === null ? null : await first.arrayBuffer()
  let hop: Hop = { url: new URL(first.url), method: first.method, headers: new Headers([...first.headers]) }
  for (let redirects = 0; ; redirects++) {
    checkUrl(hop.url, options)
    const response = await send(hop, body, signal, options.agent)
    const next = first.redirect === 'manual' ? null : redirectOf(response, hop)
    if (next === null) return limited(response, options.maxBody ?? MAX_BODY, redirects > 0)
    await response.body?.cancel()
    if (first.redirect === 'error')
      throw new FetchRefused('URL_REDIRECTS', `${hop.url} redirects, which this request does not allow.`)
    if (redirects >= MAX_REDIRECTS)
      throw new FetchRefused('URL_REDIRECTS', `${first.url} redirects more than ${MAX_REDIRECTS} times.`)
    hop = next
  }
}

/** The runtime's own Request understands everything `fetch` takes. */
function buildRequest(input: RequestInfo | URL, init: RequestInit | undefined): Request {
  const text = input instanceof Request ? input.url : String(input)
  if (!URL.canParse(text))
    throw new FetchRefused('URL_INVALID', `“${text.slice(0, 200)}” is not an address. Give a whole one, with https://.`)
  const { username, password, host } = new URL(text)
  if (username || password)
    throw new FetchRefused(
      'URL_CREDENTIALS',
      `${host} was given with a user name or password in the address. Send them in a header.`,
    )
  return new Request(input, init)
}

function checkUrl(url: URL, { rules, onHost }: GuardOptions): void {
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new FetchRefused('URL_SCHEME', `Only http and https addresses can be fetched, not ${url.protocol}`)
  if (url.username || url.password)
    throw new FetchRefused('URL_CREDENTIALS', `A redirect to ${url.host} carries a user name or password.`)
  const verdict = allowed(url, rules)
  onHost?.(url.host, verdict !== null)
  if (verdict === null)
    throw new FetchRefused(
      'URL_NOT_ALLOWED',
      `${url.host} is not among the hosts this plugin may reach. Declare it under permissions.net in plugin.json, or let the operator name it in a url setting.`,
    )
}

async function send(
  hop: Hop,
  body: ArrayBuffer | null,
  signal: AbortSignal,
  agent: Dispatcher,
): Promise<UndiciResponse> {
  const { url, method, headers } = hop
  const init: UndiciInit = { method, headers: [...headers], redirect: 'manual', signal, dispatcher: agent }
  const withBody = body !== null && method !== 'GET' && method !== 'HEAD'
  try {
    return await undiciFetch(url, withBody ? { ...init, body } : init)
  } catch (error) {
    // undici says "fetch failed" and keeps the reason to itself
    const cause = error instanceof Error ? error.cause : undefined
    if (cause instanceof FetchRefused) throw cause
    if (!(cause instanceof Error)) throw error
    throw new TypeError(`${url.host}: ${cause.message || (cause as NodeJS.ErrnoException).code}`, { cause })
  }
}

function redirectOf(response: UndiciResponse, { url: from, method, headers: sent }: Hop): Hop | null {
  const location = response.headers.get('location')
  if (![301, 302, 303, 307, 308].includes(response.status) || location === null) return null
  if (!URL.canParse(location, from))
    throw new FetchRefused('URL_INVALID', `${from} redirects to something that is no address.`)
  const url = new URL(location, from)
  if (from.protocol === 'https:' && url.protocol === 'http:')
    throw new FetchRefused('URL_DOWNGRADE', `${from.host} redirects from https to http, which is refused.`)
  const keepsMethod = response.status === 307 || response.status === 308 || method === 'HEAD'
  const headers = new Headers([...sent])
  if (url.origin !== from.origin) for (const name of PRIVATE_HEADERS) headers.delete(name)
  return { url, method: keepsMethod ? method : 'GET', headers }
}

/** As the runtime's own Response, with an end to how long its body may be once unpacked. */
function limited(response: UndiciResponse, limit: number, redirected: boolean): Response {
  const { status, statusText, headers, url } = response
  const body = response.body === null ? null : (response.body as ReadableStream<Uint8Array>).pipeThrough(atMost(limit))
  // Some servers use numbers that a Response of one's own may not have.
  const usual = status >= 200 && status <= 599
  const result = new Response(body, { status: usual ? status : 500, statusText, headers: [...headers] })
  return Object.defineProperties(result, {
    url: { value: url },
    redirected: { value: redirected },
    ...(usual ? {} : { status: { value: status } }),
  })
}

function atMost(limit: number): TransformStream<Uint8Array, Uint8Array> {
  let seen = 0
  return new TransformStream({
    transform(chunk, controller) {
      seen += chunk.byteLength
      if (seen <= limit) controller.enqueue(chunk)
      else controller.error(new FetchRefused('BODY_TOO_LARGE', `The answer is larger than ${limit / 1_000_000} MB.`))
    },
  })
}
