let last = { at: 0, text: '' }

/** The one place that reads the clock for stored times: ISO 8601 in UTC. */
export function now(): string {
  const at = Date.now()
  if (at !== last.at) last = { at, text: new Date(at).toISOString() }
  return last.text
}
