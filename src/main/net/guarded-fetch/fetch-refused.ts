/** The guard refused a request. The message says why and what to do, for whoever reads the tool's answer. */
export class FetchRefused extends Error {
  override readonly name = 'FetchRefused'
  constructor(
    readonly code:
      | 'URL_INVALID'
      | 'URL_SCHEME'
      | 'URL_CREDENTIALS'
      | 'URL_NOT_ALLOWED'
      | 'URL_BLOCKED_ADDRESS'
      | 'URL_DNS'
      | 'URL_DOWNGRADE'
      | 'URL_REDIRECTS'
      | 'URL_PROTOCOL'
      | 'BODY_TOO_LARGE',
    message: string,
  ) {
    super(message)
  }
}
