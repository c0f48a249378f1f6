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
  sessionStorage.setItem(KEY, decoded(token))
  history.replaceState(null, '', `${location.pathname}${location.search}#/`)
  return true
}

/** What is no such address is a token that is refused, which says what to do. */
function decoded(token: string): string {
  try {
    return decodeURIComponent(token)
  } catch {
    return token
  }
}

export function token(): string | null {
  return sessionStorage.getItem(KEY)
}
