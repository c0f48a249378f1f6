export const DEFAULT_SECONDS = 30
export const MOST_SECONDS = 120

/** The setting `http_timeout` as seconds: the default when nothing is set, null when it is no number of seconds. */
export function timeoutSeconds(value: unknown): number | null {
  const text = String(value ?? '').trim()
  if (text === '') return DEFAULT_SECONDS
  const seconds = Number(text)
  return seconds >= 1 && seconds <= MOST_SECONDS ? seconds : null
}
