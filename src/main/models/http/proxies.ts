/** The proxy that leads to an address, as an address that may hold a name and a password; null when none does. */
export type ProxyLookup = (url: string) => Promise<string | null>

type Environment = Readonly<Record<string, string | undefined>>

export const noProxy: ProxyLookup = async () => null

/**
 * What the environment says comes before what the system says. This computer is never reached through a proxy, and only
 * model requests go through one: the addresses of tools are checked by us, and a proxy would look them up again.
 */
export function proxies(environment: Environment, system: ProxyLookup = noProxy): ProxyLookup {
  return async url => {
    const { protocol, hostname } = new URL(url)
    if (isThisComputer(hostname) || isExcepted(url, read(environment, 'NO_PROXY'))) return null
    const name = protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY'
    const named = read(environment, name) || read(environment, 'ALL_PROXY')
    return named ? proxyAddress(named) : system(url).catch(() => null)
  }
}

/** The first way that can be gone of what a system answers: `PROXY one:3128; DIRECT`. */
export function firstProxy(answer: string): string | null {
  for (const way of answer.split(';')) {
    const [kind = '', host = ''] = way.trim().split(/\s+/)
    if (kind.toUpperCase() === 'DIRECT') return null
    const protocol = PROTOCOLS.get(kind.toUpperCase())
    if (protocol && host) return `${protocol}://${host}`
  }
  return null
}

/** Every password of a proxy in the environment, as it is and as it stands in the address. */
export function proxyPasswords(environment: Environment): string[] {
  const found = ['HTTPS_PROXY', 'HTTP_PROXY', 'ALL_PROXY'].flatMap(name => {
    const address = proxyAddress(read(environment, name))
    const password = URL.canParse(address) ? new URL(address).password : ''
    return password === '' ? [] : [decodeURIComponent(password), password]
  })
  return [...new Set(found)]
}

const PROTOCOLS: ReadonlyMap<string, string> = new Map([
  ['PROXY', 'http'],
  ['HTTP', 'http'],
  ['HTTPS', 'https'],
  ['SOCKS', 'socks5'],
  ['SOCKS5', 'socks5'],
])

/** Both spellings are in use; where both are set, the small one. */
function read(environment: Environment, name: string): string {
  return (environment[name.toLowerCase()] || environment[name] || '').trim()
}

/** The protocol may be left out, and a password may stand there as it is: then `%` is a sign like any other. */
function proxyAddress(named: string): string {
  const address = /^[a-z0-9]+:\/\//i.test(named) ? named : `http://${named}`
  try {
    decodeURIComponent(address)
    return address
  } catch {
    return address.replaceAll('%', '%25')
  }
}

function isThisComputer(hostname: string): boolean {
  return /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/i.test(hostname)
}

/** `NO_PROXY`: names and what is below them, with or without a port; `*` is everything. */
function isExcepted(url: string, list: string): boolean {
  const { hostname, port, protocol } = new URL(url)
  return list
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean)
    .some(entry => {
      const [, name = '', only] = /^\*?\.?(.*?)(?::(\d+))?$/.exec(entry) ?? []
      if (only && only !== (port || (protocol === 'https:' ? '443' : '80'))) return false
      return entry === '*' || hostname === name || hostname.endsWith(`.${name}`)
    })
}
