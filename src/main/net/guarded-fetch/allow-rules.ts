/** Which hosts a guarded fetch may reach. Plain data: it crosses to the process that fetches. */
export interface AllowRules {
  /** `example.org`, `example.org:8443`, `*.example.org`; or `any` public host. Never private addresses. */
  readonly net: readonly string[] | 'any'
  /** `host:port` that a person named: private addresses included. */
  readonly named: readonly string[]
  /** Ports a host is meant with when none is written; the usual ones of the web when left out. */
  readonly ports?: readonly string[]
}

export type Allowed =
  /** `named`: whatever address it has. `public`: only if every address of the host is public. */
  'named' | 'public' | null

export const WEB_PORTS: readonly string[] = ['80', '443', '8080', '8443']

export function allowed(url: URL, rules: AllowRules): Allowed {
  const host = url.hostname
  const port = portOf(url)
  if (rules.named.includes(`${host}:${port}`)) return 'named'
  const ports = rules.ports ?? WEB_PORTS
  if (rules.net === 'any') return ports.includes(port) ? 'public' : null
  return rules.net.some(pattern => matches(pattern.toLowerCase(), host, port, ports)) ? 'public' : null
}

function matches(pattern: string, host: string, port: string, ports: readonly string[]): boolean {
  const [, name = '', wantedPort] = /^(.*?)(?::(\d+))?$/.exec(pattern) ?? []
  if (wantedPort === undefined ? !ports.includes(port) : wantedPort !== port) return false
  return name.startsWith('*.') ? host.endsWith(name.slice(1)) : host === name
}

/** `host:port` as in `named`, with the port that the scheme means. */
export function hostAndPort(url: URL): string {
  return `${url.hostname}:${portOf(url)}`
}

/** The one of the named hosts that an address leads to, however it is written. */
export function namedHost(url: string, named: readonly string[]): string | undefined {
  const host = URL.canParse(url) ? hostAndPort(new URL(url)) : undefined
  return named.find(each => each === host)
}

export function portOf(url: URL): string {
  return url.port || (url.protocol === 'https:' ? '443' : '80')
}
