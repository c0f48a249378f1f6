import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3')
/** For documentation, later than the ranges the library knows. */
const DOCUMENTATION = ipaddr.IPv6.parseCIDR('3fff::/20')
/** A cloud's metadata service that stands in public address space. */
const METADATA = ipaddr.IPv4.parseCIDR('168.63.129.16/32')

/** Whether an IP address belongs to the public internet, in whatever form it is written. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false
  const parsed = ipaddr.parse(address)
  if (parsed instanceof ipaddr.IPv6 && !parsed.isIPv4MappedAddress())
    return parsed.range() === 'unicast' && parsed.match(GLOBAL_IPV6) && !parsed.match(DOCUMENTATION)
  const ipv4 = parsed instanceof ipaddr.IPv6 ? parsed.toIPv4Address() : (parsed as ipaddr.IPv4)
  return ipv4.range() === 'unicast' && !ipv4.match(METADATA)
}
