/**
 * What a person typed (an address, or a host with a port) as the exact `host:port` it means; null when it means none.
 * Only web addresses have one: a path, a name and a password mean nothing here.
 */
export function reachableHost(text: string): string | null {
  const typed = text.trim()
  if (typed === '' || /[\s@]/.test(typed)) return null
  const whole = /^[a-z][a-z0-9+.-]*:\/\//i.test(typed) ? typed : `http://${typed}`
  if (!URL.canParse(whole)) return null
  const { protocol, hostname, port } = new URL(whole)
  if ((protocol !== 'http:' && protocol !== 'https:') || !/^[\w.:[\]-]+$/.test(hostname) || port === '0') return null
  return `${hostname}:${port || (protocol === 'https:' ? '443' : '80')}`
}
