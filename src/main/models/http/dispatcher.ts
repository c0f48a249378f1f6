import { getCACertificates, rootCertificates } from 'node:tls'
import { Agent, type Dispatcher, interceptors, ProxyAgent, request } from 'undici'
import { ProxyFailure } from './proxy-failure.ts'

/** One connection pool for direct requests, and one a proxy. */
const pools = new Map<string | null, Dispatcher>()

type Init = Pick<Dispatcher.RequestOptions, 'method' | 'body'> & {
  readonly headers: Readonly<Record<string, string>>
  readonly signal: AbortSignal
}

/**
 * Follows no redirect. Loaded with the first request (exchange.ts): it is large. Not `fetch`, which costs several times as
 * much a request.
 */
export async function sendToEndpoint(url: string, init: Init, proxy: string | null): Promise<Dispatcher.ResponseData> {
  try {
    const headers = { ...init.headers, 'accept-encoding': 'gzip, deflate, br' }
    return await request(url, { ...init, headers, dispatcher: poolFor(proxy) })
  } catch (error) {
    throw proxy === null ? error : new ProxyFailure(proxy, error)
  }
}

/**
 * Trusts what this computer trusts (companies inspect TLS with an issuer of their own), and has no time limits of its
 * own.
 */
function poolFor(proxy: string | null): Dispatcher {
  const known = pools.get(proxy)
  if (known) return known
  const tls = { ca: trustedCertificates(), timeout: 15_000 }
  const limits = { headersTimeout: 0, bodyTimeout: 0, maxHeaderSize: 64_000 }
  const agent =
    proxy === null
      ? new Agent({ connect: tls, ...limits })
      : new ProxyAgent({ uri: proxy, requestTls: tls, proxyTls: tls, ...limits })
  const pool = agent.compose(interceptors.decompress({ skipErrorResponses: false }))
  pools.set(proxy, pool)
  return pool
}

function trustedCertificates(): string[] {
  if (typeof getCACertificates !== 'function') return [...rootCertificates]
  return [...new Set([...getCACertificates('default'), ...getCACertificates('system')])]
}
