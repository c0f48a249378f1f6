import { plainName } from '../text/plain-name.ts'
import { type AllowRules, namedHost } from './guarded-fetch/allow-rules.ts'
import { type AgentOptions, guardedAgent } from './guarded-fetch/guarded-agent.ts'
import { createGuardedFetch } from './guarded-fetch/guarded-fetch.ts'
import { pageFailure } from './page-failure.ts'
import { pageOfResponse } from './page-of-response.ts'
import { PageRefused } from './page-refused.ts'
import type { FetchPage, Page, PageAnswer, PageRequest } from './page-request.ts'
import { pageUrl } from './page-url.ts'

export interface PageFetcherOptions {
  readonly userAgent: string
  /** Exact `host:port` that a person named: read though it is not public. Asked before each page. */
  readonly named?: () => readonly string[]
  readonly ports?: readonly string[]
  readonly agent?: AgentOptions
}

/** Waiting for an answer is bounded by the request's own time. */
const TIMES = { resolveMs: 5_000, connectMs: 10_000, headersMs: 0, bodyMs: 0 }
const REDIRECTS = [301, 302, 303, 307, 308]
const MAX_REDIRECTS = 5

/** Reads public pages: one connection a request, no cookies, no proxy, every address and every redirect checked. */
export function pageFetcher({ userAgent, named = () => [], ports, agent = {} }: PageFetcherOptions): FetchPage {
  const headers = { 'user-agent': userAgent, accept: 'text/html,application/xhtml+xml,*/*;q=0.5' }

  /** A named host may be asked for itself; nobody else can send there. */
  function rulesFor(text: string): AllowRules {
    const host = namedHost(text, named())
    return { net: 'any', named: host === undefined ? [] : [host], ...(ports ? { ports } : {}) }
  }

  async function read(request: PageRequest, signal: AbortSignal, at: { url?: URL }): Promise<Page> {
    const rules = rulesFor(request.url)
    const first = pageUrl(request.url, rules)
    const guard = guardedAgent(rules, { keepAlive: false, times: TIMES, ...agent })
    const fetch = createGuardedFetch({ rules, agent: guard, signal, maxBody: request.maxBytes })
    try {
      at.url = first
      for (let redirects = 0; ; redirects++) {
        const { url } = at
        const response = await fetch(url, { redirect: 'manual', headers }).catch(error => {
          const failure = pageFailure(error, url.host)
          throw redirects > 0 && failure.code === 'URL_BLOCKED_ADDRESS' ? blockedRedirect(first, failure) : error
        })
        if (!REDIRECTS.includes(response.status)) return await pageOfResponse(response, url, request)
        await response.body?.cancel()
        if (redirects >= MAX_REDIRECTS)
          throw new PageRefused('URL_REDIRECT_LIMIT', `${first.host} sends on more than ${MAX_REDIRECTS} times.`)
        at.url = redirectOf(response, url, rules)
      }
    } finally {
      void guard.destroy()
    }
  }

  return async request => {
    const deadline = AbortSignal.timeout(request.timeoutMs)
    const signal = request.signal ? AbortSignal.any([request.signal, deadline]) : deadline
    const at: { url?: URL } = {}
    try {
      return await read(request, signal, at)
    } catch (error) {
      if (request.signal?.aborted) return refused(new PageRefused('URL_STOPPED', 'Reading was stopped.'))
      const host = at.url?.host ?? 'The address'
      const late = `${host} took longer than ${request.timeoutMs / 1000} s. Try again later, or another address.`
      if (deadline.aborted) return refused(new PageRefused('URL_TIMEOUT', late))
      return refused(pageFailure(error, host))
    }
  }
}

function redirectOf(response: Response, from: URL, rules: AllowRules): URL {
  const location = response.headers.get('location')
  try {
    if (location === null)
      throw new PageRefused(
        'URL_REDIRECT_BLOCKED',
        `${from.host} sends on (${response.status}) without saying where to.`,
      )
    const to = pageUrl(location, rules, from)
    if (from.protocol === 'https:' && to.protocol === 'http:')
      throw new PageRefused('URL_REDIRECT_BLOCKED', `${from.host} sends on from https to http, which is refused.`)
    return to
  } catch (error) {
    throw error instanceof PageRefused ? blockedRedirect(from, error) : error
  }
}

function blockedRedirect(from: URL, why: PageRefused): PageRefused {
  if (why.code === 'URL_REDIRECT_BLOCKED') return why
  if (why.code === 'URL_INVALID')
    return new PageRefused('URL_REDIRECT_BLOCKED', `${from.host} sends on to something that is no address.`)
  return new PageRefused(
    'URL_REDIRECT_BLOCKED',
    `${from.host} sends on to where it may not be followed: ${why.message}`,
  )
}

/** What was asked for, or what a server sent, may stand in it. */
function refused({ code, message }: PageRefused): PageAnswer {
  return { kind: 'refused', code, message: plainName(message) }
}
