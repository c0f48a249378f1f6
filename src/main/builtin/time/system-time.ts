import type { TimeServices } from './time-services.ts'

/** This computer's clock and zone: on one's own computer, everybody's. Read anew each time, as people travel. */
export const systemTime: TimeServices = {
  now: () => Date.now(),
  timeZoneOf: () => new Intl.DateTimeFormat().resolvedOptions().timeZone,
}
