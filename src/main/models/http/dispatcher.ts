import { getCACertificates, rootCertificates } from 'node:tls'
import { Agent, type Dispatcher, fetch, ProxyAgent, type RequestInit, type Response } from 'undici'
import { ProxyFailure } from './proxy-failure.ts'

/** One connection pool for direct requests, and one a proxy. */
const pools = new Map<string | null, Dispatcher>()

/** Loaded with the first request (exchange.ts): it is large. */
export async function sendToEndpoint(url: string, request: RequestInit, proxy: string | null): Promise<Response> {
  try {
    return await fetch(url, { ...request, dispatcher: poolFor(proxy) })
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
  const pool =
    proxy === null
      ? new Agent({ connect: tls, ...limits })
      : new ProxyAgent({ uri: proxy, requestTls: tls, proxyTls: tls, ...limits })
  pools.set(proxy, pool)
  return pool
}

function trustedCertificates(): string[] {
  if (typeof getCACertificates !== 'function') return [...rootCertificates]
  return [...new Set([...getCACertificates('default'), ...getCACertificates('system')])]
}
