/** The one place that reads the clock for stored times: ISO 8601 in UTC. */
export function now(): string {
  return new Date().toISOString()
}
