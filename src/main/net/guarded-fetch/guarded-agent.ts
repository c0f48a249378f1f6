import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { Agent, buildConnector } from 'undici'
import { type AllowRules, allowed } from './allow-rules.ts'
import { FetchRefused } from './fetch-refused.ts'
import { isPublicAddress } from './public-address.ts'

export type Resolve = (host: string) => Promise<readonly string[]>

export interface AgentTimes {
  readonly connectMs: number
  readonly headersMs: number
  readonly bodyMs: number
}

const AGENT_TIMES: AgentTimes = { connectMs: 5_000, headersMs: 30_000, bodyMs: 30_000 }

/**
 * Connections that decide again at the address: a name is resolved here, every address it has must be allowed, and the
 * one connected to is the one that was looked at. Proxy variables do not matter.
 */
export function guardedAgent(
  rules: AllowRules,
  resolve: Resolve = resolveByDns,
  times: AgentTimes = AGENT_TIMES,
): Agent {
  const connect = buildConnector({ timeout: times.connectMs })
  return new Agent({
    connections: 8,
    headersTimeout: times.headersMs,
    bodyTimeout: times.bodyMs,
    maxHeaderSize: 32_768,
    connect(options, callback) {
      const host = options.hostname.replace(/^\[|\]$/g, '')
      addressFor(options.protocol, options.hostname, options.port, rules, resolve).then(
        address =>
          connect(
            { ...options, hostname: address, servername: options.servername || (isIP(host) ? undefined : host) },
            callback,
          ),
        (error: Error) => callback(error, null),
      )
    },
  })
}

async function addressFor(protocol: string, hostname: string, port: string, rules: AllowRules, resolve: Resolve) {
  const url = new URL(`${protocol}//${hostname}${port ? `:${port}` : ''}`)
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

async function resolveByDns(host: string): Promise<readonly string[]> {
  const found = await lookup(host, { all: true, order: 'ipv4first' })
  return found.map(entry => entry.address)
}
