export type PageProblem =
  | 'URL_INVALID'
  | 'URL_TOO_LONG'
  | 'URL_SCHEME'
  | 'URL_CREDENTIALS'
  | 'URL_PORT'
  | 'URL_BLOCKED_ADDRESS'
  | 'URL_DNS'
  | 'URL_REDIRECT_LIMIT'
  | 'URL_REDIRECT_BLOCKED'
  | 'URL_UNREACHABLE'
  | 'URL_TIMEOUT'
  | 'URL_STOPPED'
  | 'URL_HEADERS'
  | 'URL_PROTOCOL'
  | 'URL_STATUS'
  | 'URL_EMPTY'
  | 'URL_CONTENT_TYPE'
  | 'URL_TOO_LARGE'

/** A page that cannot be read. The message says why and what to do, for whoever reads the tool's answer. */
export class PageRefused extends Error {
  override readonly name = 'PageRefused'
  constructor(
    readonly code: PageProblem,
    message: string,
  ) {
    super(message)
  }
}
