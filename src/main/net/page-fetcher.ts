import { decodeText } from './decode-text.ts'
import type { AllowRules } from './guarded-fetch/allow-rules.ts'
import { type AgentOptions, guardedAgent } from './guarded-fetch/guarded-agent.ts'
import { createGuardedFetch } from './guarded-fetch/guarded-fetch.ts'
import { pageFailure } from './page-failure.ts'
import { type PageProblem, PageRefused } from './page-refused.ts'
import { pageUrl } from './page-url.ts'

export interface PageRequest {
  readonly url: string
  /** For the whole of it: name, connection, redirects, body. */
  readonly timeoutMs: number
  readonly maxBytes: number
  readonly signal: AbortSignal | undefined
  /** Looks at the content type before anything is downloaded; a sentence refuses it. */
  refuses(contentType: string | null): string | null
}

export type PageAnswer =
  | {
      readonly kind: 'page'
      /** Where it came from in the end. */
      readonly url: string
      /** In lower case, without parameters. */
      readonly contentType: string | null
      readonly bytes: Uint8Array
      text(): string
    }
  | { readonly kind: 'refused'; readonly code: PageProblem; readonly message: string }

export interface PageFetcherOptions {
  readonly userAgent: string
  readonly ports?: readonly string[]
  readonly agent?: AgentOptions
}

/** Waiting for an answer is bounded by the request's own time. */
const TIMES = { resolveMs: 5_000, connectMs: 10_000, headersMs: 0, bodyMs: 0 }
const REDIRECTS = [301, 302, 303, 307, 308]
const MAX_REDIRECTS = 5
/** Answers that have nothing to read by their meaning; nobody asked for a part. */
const WITHOUT_BODY: ReadonlyMap<number, string> = new Map([
  [204, 'has nothing to show there (204)'],
  [205, 'has nothing to show there (205)'],
  [206, 'sent only a part that nobody asked for (206)'],
  [304, 'says that nothing changed (304), though nothing was known before'],
])

/** Reads public pages: one connection a request, no cookies, no proxy, every address and every redirect checked. */
export function pageFetcher({ userAgent, ports, agent: agentOptions = {} }: PageFetcherOptions) {
  const rules: AllowRules = { net: 'any', named: [], ...(ports ? { ports } : {}) }
  const agent = guardedAgent(rules, { keepAlive: false, times: TIMES, ...agentOptions })
  const headers = { 'user-agent': userAgent, accept: 'text/html,application/xhtml+xml,*/*;q=0.5' }

  return async function fetchPage(request: PageRequest): Promise<PageAnswer> {
    const deadline = AbortSignal.timeout(request.timeoutMs)
    const signal = request.signal ? AbortSignal.any([request.signal, deadline]) : deadline
    const hop: { url: URL | null } = { url: null }
    try {
      return await read(request, signal, hop)
    } catch (error) {
      const host = hop.url?.host ?? 'The address'
      if (request.signal?.aborted) return refused(new PageRefused('URL_STOPPED', 'Reading was stopped.'))
      if (deadline.aborted)
        return refused(
          new PageRefused(
            'URL_TIMEOUT',
            `${host} took longer than ${request.timeoutMs / 1000} s. Try again later, or another address.`,
          ),
        )
      return refused(pageFailure(error, hop.url ?? new URL('http://address.invalid')))
    }
  }

  async function read(request: PageRequest, signal: AbortSignal, hop: { url: URL | null }): Promise<PageAnswer> {
    const first = pageUrl(request.url, rules)
    const fetch = createGuardedFetch({ rules, agent, signal, maxBody: request.maxBytes })
    let url = first
    for (let redirects = 0; ; redirects++) {
      hop.url = url
      const response = await fetch(url, { redirect: 'manual', headers }).catch(error => {
        const failure = pageFailure(error, url)
        throw redirects > 0 && failure.code === 'URL_BLOCKED_ADDRESS' ? blockedRedirect(first, failure) : error
      })
      if (!REDIRECTS.includes(response.status)) return await pageOf(response, url, request)
      await response.body?.cancel()
      if (redirects >= MAX_REDIRECTS)
        throw new PageRefused('URL_REDIRECT_LIMIT', `${first.host} sends on more than ${MAX_REDIRECTS} times.`)
      url = redirectOf(response, url)
    }
  }

  function redirectOf(response: Response, from: URL): URL {
    const location = response.headers.get('location')
    if (location === null)
      throw new PageRefused(
        'URL_REDIRECT_BLOCKED',
        `${from.host} sends on (${response.status}) without saying where to.`,
      )
    try {
      const to = pageUrl(location, rules, from)
      if (from.protocol === 'https:' && to.protocol === 'http:')
        throw new PageRefused('URL_REDIRECT_BLOCKED', `${from.host} sends on from https to http, which is refused.`)
      return to
    } catch (error) {
      throw error instanceof PageRefused ? blockedRedirect(from, error) : error
    }
  }

  async function pageOf(response: Response, url: URL, request: PageRequest): Promise<PageAnswer> {
    const give = async (code: PageProblem, message: string): Promise<never> => {
      await response.body?.cancel()
      throw new PageRefused(code, message)
    }
    const { status } = response
    if (status >= 400)
      await give('URL_STATUS', `${url.host} answered ${status}${statusText(response)}. Try another address.`)
    const without = WITHOUT_BODY.get(status)
    if (without) await give('URL_EMPTY', `${url.host} ${without}.`)
    const [contentType, label] = typeOf(response.headers.get('content-type'))
    const refusal = request.refuses(contentType)
    if (refusal !== null) await give('URL_CONTENT_TYPE', refusal)
    if (Number(response.headers.get('content-length') ?? 0) > request.maxBytes)
      await give('URL_TOO_LARGE', `The answer of ${url.host} is larger than ${request.maxBytes / 1_000_000} MB.`)
    const bytes = new Uint8Array(await response.arrayBuffer())
    if (bytes.length === 0) throw new PageRefused('URL_EMPTY', `${url.host} answered ${status} with nothing in it.`)
    return { kind: 'page', url: url.href, contentType, bytes, text: () => decodeText(bytes, label) }
  }
}

function blockedRedirect(from: URL, why: PageRefused): PageRefused {
  if (why.code === 'URL_REDIRECT_BLOCKED') return why
  return new PageRefused(
    'URL_REDIRECT_BLOCKED',
    `${from.host} sends on to where it may not be followed: ${why.message}`,
  )
}

function refused({ code, message }: PageRefused): PageAnswer {
  return { kind: 'refused', code, message }
}

function statusText({ statusText }: Response): string {
  const text = statusText.replace(/[^\x20-\x7e]/g, '').slice(0, 60)
  return text === '' ? '' : ` ${text}`
}

/** `Text/HTML; charset="utf-8"` as type and label. */
function typeOf(header: string | null): [type: string | null, label: string | null] {
  if (header === null) return [null, null]
  const type = header.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  const label = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(header)?.[1] ?? null
  return [/^[\w.+-]+\/[\w.+-]+$/.test(type) ? type : null, label]
}
