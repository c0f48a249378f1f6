/** A request that was sent through a proxy and came back without an answer. */
export class ProxyFailure extends Error {
  /** `proxy.example.com:3128`, without a name or a password. */
  readonly proxy: string
  /** The proxy itself wants to know who asks. */
  readonly wantsPassword: boolean

  constructor(proxy: string, cause: unknown) {
    super('A request through a proxy failed.', { cause })
    this.proxy = new URL(proxy).host
    // What the library makes of the proxy's answer has no code of its own.
    this.wantsPassword = causes(cause).some(({ message }) => /^Proxy .*\(407\)/.test(message))
  }
}

function causes(error: unknown, depth = 0): Error[] {
  return error instanceof Error && depth < 5 ? [error, ...causes(error.cause, depth + 1)] : []
}
