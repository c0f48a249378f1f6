const KEY = 'spora-token'

/**
 * Under `serve` the address that is printed ends in #token=…. It moves into this tab's session storage and out of
 * the address bar before the router sees the fragment.
 */
export function keepToken(): void {
  const token = /^#token=([^&]+)/.exec(location.hash)?.[1]
  if (!token) return
  sessionStorage.setItem(KEY, decodeURIComponent(token))
  history.replaceState(null, '', `${location.pathname}${location.search}#/`)
}

export function token(): string | null {
  return sessionStorage.getItem(KEY)
}
