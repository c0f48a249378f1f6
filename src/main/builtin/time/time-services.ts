/** What the time tool needs from the app. */
export interface TimeServices {
  /** Milliseconds since 1970. */
  now(): number
  /** The IANA name of the zone the user lives in; null: nobody in particular. */
  timeZoneOf(userId: number | null): string
}
