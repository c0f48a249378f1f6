import { isIP } from 'node:net'
import { type AllowRules, allowed, portOf, WEB_PORTS } from './guarded-fetch/allow-rules.ts'
import { isPublicAddress } from './guarded-fetch/public-address.ts'
import { PageRefused } from './page-refused.ts'

const LONGEST = 8_192
/** What the name service knows no more of. */
const LONGEST_HOST = 253
/** An address may begin with a whole page of letters. */
const SHOWN_SCHEME = 20

/**
 * An address that may be asked for, parsed once: from here on only its parsed parts count, never its text. What a name
 * leads to is checked where the connection is made.
 */
export function pageUrl(text: string, rules: AllowRules, base?: URL): URL {
  if (text.length > LONGEST)
    throw new PageRefused('URL_TOO_LONG', `The address has ${text.length} characters; ${LONGEST} are the most.`)
  if (!URL.canParse(text, base))
    throw new PageRefused(
      'URL_INVALID',
      `“${text.slice(0, 200).toWellFormed()}” is not an address. Give a whole one, with https://.`,
    )
  const url = new URL(text, base)
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new PageRefused(
      'URL_SCHEME',
      `Only http and https addresses can be read, not “${url.protocol.slice(0, SHOWN_SCHEME)}”.`,
    )
  if (url.hostname.length > LONGEST_HOST)
    throw new PageRefused(
      'URL_INVALID',
      `The address names a host of ${url.hostname.length} characters; ${LONGEST_HOST} are the most.`,
    )
  if (url.username !== '' || url.password !== '')
    throw new PageRefused(
      'URL_CREDENTIALS',
      `${url.host} is given with a user name or password in the address. Leave them out.`,
    )
  if (portOf(url) === '0') throw new PageRefused('URL_INVALID', `${url.host} names port 0, which does not exist.`)
  const verdict = allowed(url, rules)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (verdict !== 'named' && isIP(host) !== 0 && !isPublicAddress(host)) throw notPublic(host)
  if (verdict === null)
    throw new PageRefused(
      'URL_PORT',
      `${url.host} names a port that is not for web pages. These are: ${(rules.ports ?? WEB_PORTS).join(', ')}.`,
    )
  return url
}

export function notPublic(host: string): PageRefused {
  return new PageRefused(
    'URL_BLOCKED_ADDRESS',
    `${host} is not a public address: it belongs to this computer, a private network or a service of the cloud. Only public pages can be read.`,
  )
}
