/** Which hosts a guarded fetch may reach. Plain data: it crosses to the process that fetches. */
export interface AllowRules {
  /** `example.org`, `example.org:8443`, `*.example.org`; or `any` public host. Never private addresses. */
  readonly net: readonly string[] | 'any'
  /** `host:port` that a person named: private addresses included. */
  readonly named: readonly string[]
}

export type Allowed =
  /** `named`: whatever address it has. `public`: only if every address of the host is public. */
  'named' | 'public' | null

/** Ports a host is meant with when none is written. */
const USUAL_PORTS: ReadonlySet<string> = new Set(['80', '443', '8080', '8443'])

export function allowed(url: URL, rules: AllowRules): Allowed {
  const host = url.hostname
  const port = portOf(url)
  if (rules.named.includes(`${host}:${port}`)) return 'named'
  if (rules.net === 'any') return USUAL_PORTS.has(port) ? 'public' : null
  return rules.net.some(pattern => matches(pattern.toLowerCase(), host, port)) ? 'public' : null
}

function matches(pattern: string, host: string, port: string): boolean {
  const [, name = '', wantedPort] = /^(.*?)(?::(\d+))?$/.exec(pattern) ?? []
  if (wantedPort === undefined ? !USUAL_PORTS.has(port) : wantedPort !== port) return false
  return name.startsWith('*.') ? host.endsWith(name.slice(1)) : host === name
}

/** `host:port` as in `named`, with the port that the scheme means. */
export function hostAndPort(url: URL): string {
  return `${url.hostname}:${portOf(url)}`
}

function portOf(url: URL): string {
  return url.port || (url.protocol === 'https:' ? '443' : '80')
}
