import { SporaError } from '../../shared/spora-error.ts'

/** An address that may be opened outside: https, or mailto without an attachment; no credentials, no odd characters. */
export function externalUrl(text: string): URL {
  if (text.length > 2048)
    throw new SporaError('URL_INVALID', 'This link is longer than 2,048 characters, so it was not opened.')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
  if (/[\u0000-\u0020\u007f-\u009f\u202a-\u202e\u2066-\u2069]/u.test(text) || !URL.canParse(text))
    throw new SporaError('URL_INVALID', 'This link is not a complete address, so it was not opened.')
  const url = new URL(text)
  const mail = url.protocol === 'mailto:' && ![...url.searchParams.keys()].some(key => /^attach/i.test(key))
  if (url.protocol !== 'https:' && !mail)
    throw new SporaError('URL_SCHEME', `Spora opens https links only; this one begins with “${url.protocol}”.`)
  if (url.username || url.password)
    throw new SporaError('URL_INVALID', 'This link carries a user name or password, so it was not opened.')
  return url
}
