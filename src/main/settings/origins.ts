/** Scheme, host and port of an address; null for what is none. */
export function originOf(address: unknown): string | null {
  if (typeof address !== 'string') return null
  try {
    const { origin } = new URL(address.trim())
    return origin === 'null' ? null : origin
  } catch {
    return null
  }
}

/** A secret entered for one origin is never sent to another (B156). */
export function sameOrigin(one: unknown, other: unknown): boolean {
  const origin = originOf(one)
  return origin !== null && origin === originOf(other)
}

/** True when a secret sent there could be read on the way: http to another computer (B154). */
export function isUnprotected(address: unknown): boolean {
  const origin = originOf(address)
  if (!origin?.startsWith('http://')) return false
  const { hostname } = new URL(origin)
  return !(
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127(\.\d+){3}$/.test(hostname)
  )
}
