const LONGEST_MS = 10 * 60_000

/** Seconds or a date, clamped to 0 … 10 minutes (B129); undefined when there is none or it is no time. */
export function retryAfterMs(header: string | null, now: number): number | undefined {
  if (header === null || header.trim() === '') return undefined
  const seconds = Number(header)
  const wait = Number.isNaN(seconds) ? Date.parse(header) - now : seconds * 1000
  if (Number.isNaN(wait)) return undefined
  return Math.min(Math.max(Math.round(wait), 0), LONGEST_MS)
}
