import { lookup } from 'node:dns/promises'
import { isIP, isIPv6 } from 'node:net'
import { Agent, buildConnector, type Dispatcher } from 'undici'
import { type AllowRules, allowed } from './allow-rules.ts'
import { FetchRefused } from './fetch-refused.ts'
import { fewAtOnce } from './few-at-once.ts'
import { isPublicAddress } from './public-address.ts'
import { withoutHints } from './without-hints.ts'

/** `signal`: from when on nobody waits for it any more. */
export type Resolve = (host: string, signal?: AbortSignal) => Promise<readonly string[]>

export interface AgentTimes {
  readonly resolveMs: number
  readonly connectMs: number
  readonly headersMs: number
  readonly bodyMs: number
}

const AGENT_TIMES: AgentTimes = { resolveMs: 5_000, connectMs: 5_000, headersMs: 30_000, bodyMs: 30_000 }

export interface AgentOptions {
  readonly resolve?: Resolve
  readonly times?: AgentTimes
  /** Makes the connection to the address that was looked at. */
  readonly connect?: buildConnector.connector
  /** False: a connection serves one request, so that what a server sends too much reaches no other. */
  readonly keepAlive?: boolean
}

/**
 * Connections that decide again at the address: a name is resolved here, every address it has must be allowed, and the
 * one connected to is the one that was looked at. Proxy variables do not matter.
 */
export function guardedAgent(rules: AllowRules, options: AgentOptions = {}): Dispatcher {
  const { resolve = systemResolver, times = AGENT_TIMES, keepAlive = true } = options
  const { connect = buildConnector({ timeout: times.connectMs, allowH2: false }) } = options
  const agent = new Agent({
    connections: 8,
    headersTimeout: times.headersMs,
    bodyTimeout: times.bodyMs,
    maxHeaderSize: 32_768,
    // What is bounded here (headers, hints, one answer a connection) is so in HTTP/1.1; a server could choose the other.
    allowH2: false,
    ...(keepAlive ? {} : { pipelining: 0 }),
    connect(options, callback) {
      const host = options.hostname.replace(/^\[|\]$/g, '')
      const within: Resolve = name => inTime(signal => resolve(name, signal), name, times.resolveMs)
      addressFor(options.protocol, options.hostname, options.port, rules, within).then(
        address =>
          connect(
            { ...options, hostname: address, servername: options.servername || (isIP(host) ? undefined : host) },
            callback,
          ),
        (error: Error) => callback(error, null),
      )
    },
  })
  return agent.compose(withoutHints)
}

async function addressFor(protocol: string, hostname: string, port: string, rules: AllowRules, resolve: Resolve) {
  const name = isIPv6(hostname) ? `[${hostname}]` : hostname
  const url = new URL(`${protocol}//${name}${port ? `:${port}` : ''}`)
  const verdict = allowed(url, rules)
  if (verdict === null) throw new FetchRefused('URL_NOT_ALLOWED', `${url.host} is not allowed here.`)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const addresses = isIP(host) ? [host] : await resolve(host)
  const [first] = addresses
  if (first === undefined) throw new FetchRefused('URL_BLOCKED_ADDRESS', `${host} has no address.`)
  const inner = verdict === 'public' ? addresses.find(address => !isPublicAddress(address)) : undefined
  if (inner !== undefined)
    throw new FetchRefused(
      'URL_BLOCKED_ADDRESS',
      `${host} is at ${inner}, which is not a public address. The operator can name it in a url setting of the tool.`,
    )
  return first
}

/** Each holds one of the process's few threads, which also read files, for as long as a name service is silent. */
const LOOKUPS_AT_ONCE = 2

const systemResolver = dnsResolver(host => lookup(host, { all: true, order: 'ipv4first' }))

export function dnsResolver(look: (host: string) => Promise<readonly { readonly address: string }[]>): Resolve {
  const run = fewAtOnce(LOOKUPS_AT_ONCE)
  return async (host, signal) => {
    try {
      const found = await run(() => look(host), signal)
      return found.map(entry => entry.address)
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      throw new FetchRefused('URL_DNS', `The name ${host} leads nowhere (${code}). Check how it is spelled.`)
    }
  }
}

async function inTime<T>(work: (signal: AbortSignal) => Promise<T>, host: string, milliseconds: number): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const stop = new AbortController()
  const timer = setTimeout(() => {
    reject(new FetchRefused('URL_DNS', `The name service did not say in time where ${host} is.`))
    stop.abort()
  }, milliseconds)
  try {
    return await Promise.race([work(stop.signal), late])
  } finally {
    clearTimeout(timer)
  }
}
