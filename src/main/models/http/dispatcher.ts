import { getCACertificates, rootCertificates } from 'node:tls'
import { Agent, fetch, type RequestInit, type Response } from 'undici'

let shared: Agent | undefined

/** Loaded with the first request (exchange.ts): it is large. */
export function sendToEndpoint(url: string, request: RequestInit): Promise<Response> {
  return fetch(url, { ...request, dispatcher: modelDispatcher() })
}

/**
 * The one connection pool of model requests. It trusts what this computer trusts (companies inspect TLS with an issuer
 * of their own), has no time limits of its own, and never goes through a proxy variable.
 */
function modelDispatcher(): Agent {
  shared ??= new Agent({
    connect: { ca: trustedCertificates(), timeout: 15_000 },
    headersTimeout: 0,
    bodyTimeout: 0,
    maxHeaderSize: 64_000,
  })
  return shared
}

function trustedCertificates(): string[] {
  if (typeof getCACertificates !== 'function') return [...rootCertificates]
  return [...new Set([...getCACertificates('default'), ...getCACertificates('system')])]
}
