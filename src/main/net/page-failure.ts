import { FetchRefused } from './guarded-fetch/fetch-refused.ts'
import { PageRefused } from './page-refused.ts'

/** undici says "fetch failed" or "terminated" and keeps the reason to itself. */
function chain(error: unknown): Error[] {
  const errors: Error[] = []
  for (let at: unknown = error; at instanceof Error && errors.length < 5; at = at.cause) errors.push(at)
  return errors
}

/** What went wrong with a request, in a code and a sentence. */
export function pageFailure(error: unknown, host: string): PageRefused {
  const errors = chain(error)
  const known = errors.find(each => each instanceof PageRefused)
  if (known) return known
  const refused = errors.find(each => each instanceof FetchRefused)
  if (refused) return refusal(refused, host)
  const codes = errors.map(each => String((each as NodeJS.ErrnoException).code ?? ''))
  if (codes.includes('UND_ERR_HEADERS_OVERFLOW'))
    return new PageRefused('URL_HEADERS', `${host} answered with more headers than any page needs.`)
  if (codes.some(code => /_TIMEOUT$|^ETIMEDOUT$/.test(code)))
    return new PageRefused('URL_TIMEOUT', `${host} did not answer in time. Try again later, or another address.`)
  if (codes.some(code => /^(ERR_TLS|ERR_SSL|CERT|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/.test(code)))
    return new PageRefused(
      'URL_UNREACHABLE',
      `${host} has no certificate this computer trusts (${codes.find(Boolean)}).`,
    )
  if (
    errors.some(each => each.name === 'HTTPParserError') ||
    codes.some(code => /^UND_ERR_(RES|SOCKET)|^Z_|^HPE_/.test(code))
  )
    return new PageRefused(
      'URL_PROTOCOL',
      `${host} does not speak HTTP properly, or broke off in the middle of its answer.`,
    )
  const reason = codes.find(Boolean) ?? errors.at(-1)?.message ?? 'no reason given'
  return new PageRefused('URL_UNREACHABLE', `${host} cannot be reached (${reason}). Check the address.`)
}

function refusal({ code, message }: FetchRefused, host: string): PageRefused {
  switch (code) {
    case 'URL_DNS':
    case 'URL_PROTOCOL':
      return new PageRefused(code, message)
    case 'BODY_TOO_LARGE':
      return new PageRefused('URL_TOO_LARGE', `The answer of ${host} is larger than what is read of one page.`)
    case 'URL_BLOCKED_ADDRESS':
      return new PageRefused(code, `${host} leads to an address that is not public. Only public pages can be read.`)
    default:
      return new PageRefused('URL_INVALID', message)
  }
}
