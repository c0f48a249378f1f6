/** What the time tool needs from the app. */
export interface TimeServices {
  /** Milliseconds since 1970. */
  now(): number
  /** The IANA name of the zone this user lives in; null when nobody in particular asks. */
  timeZoneOf(userId: number | null): string
}
