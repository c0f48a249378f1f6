/** A request that was sent through a proxy and came back without an answer. */
export class ProxyFailure extends Error {
  /** `proxy.example.com:3128`, without a name or a password. */
  readonly proxy: string
  /** address: nothing can be sent through what stands there. password: the proxy wants to know who asks. */
  readonly reason: 'address' | 'password' | 'way'

  constructor(proxy: string, cause: unknown) {
    super('A request through a proxy failed.', { cause })
    this.proxy = hostOf(proxy)
    this.reason = reasonOf(proxy, cause)
  }
}

/** What the library speaks to. */
const PROTOCOLS: ReadonlySet<string> = new Set(['http:', 'https:', 'socks5:', 'socks:'])

function reasonOf(proxy: string, cause: unknown): ProxyFailure['reason'] {
  if (!URL.canParse(proxy) || !PROTOCOLS.has(new URL(proxy).protocol)) return 'address'
  // What the library makes of the proxy's answer has no code of its own.
  return causes(cause).some(({ message }) => /^Proxy .*\(407\)/.test(message)) ? 'password' : 'way'
}

/** What is no address has no parts; a password would end at its last `@`. */
function hostOf(proxy: string): string {
  return URL.canParse(proxy) ? new URL(proxy).host : proxy.slice(proxy.lastIndexOf('@') + 1).replace(/^\w+:\/\//, '')
}

function causes(error: unknown, depth = 0): Error[] {
  return error instanceof Error && depth < 5 ? [error, ...causes(error.cause, depth + 1)] : []
}
