import type { ProxyLookup } from './proxies.ts'

/** Where a driver talks to, and how to call it in front of a person. */
export interface Endpoint {
  /** The configuration's name: “Work model”. Null while it is only a form. */
  readonly configName: string | null
  /** Without a trailing slash. */
  readonly baseUrl: string
  readonly model: string
  /** Values that must never leave: they are replaced in everything the endpoint says. */
  readonly secrets: readonly string[]
  /** Without it, requests go straight there. */
  readonly proxyFor?: ProxyLookup | undefined
}

export interface HttpLimits {
  /** How long nothing may arrive. */
  readonly idleMs: number
  /** How long one answer may take in all. */
  readonly totalMs: number
}

export const DEFAULT_LIMITS: HttpLimits = { idleMs: 90_000, totalMs: 600_000 }

/** The address people paste is often the whole path, or only the origin. `prefix` is `/v1`. */
export function apiBase(typed: string, prefix: string, paths: readonly string[]): string {
  const url = new URL(typed.trim())
  url.hash = ''
  url.search = ''
  let path = url.pathname.replace(/\/+$/, '')
  for (const tail of paths) if (path.endsWith(tail)) path = path.slice(0, -tail.length)
  url.pathname = path === '' ? prefix : path
  return url.toString().replace(/\/+$/, '')
}
