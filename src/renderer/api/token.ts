const KEY = 'spora-token'

/**
 * Under `serve` the address that is printed ends in #token=…. It moves into this tab's session storage and out of
 * the address bar before the router sees the fragment.
 */
export function keepToken(): void {
  takeToken()
  // The address of another start, opened in the same tab, changes only the fragment.
  window.addEventListener('hashchange', () => {
    if (takeToken()) location.reload()
  })
}

function takeToken(): boolean {
  const token = /^#token=([^&]+)/.exec(location.hash)?.[1]
  if (!token) return false
  sessionStorage.setItem(KEY, decodeURIComponent(token))
  history.replaceState(null, '', `${location.pathname}${location.search}#/`)
  return true
}

export function token(): string | null {
  return sessionStorage.getItem(KEY)
}
