/** The zone's name as IANA spells it, aliases and other letter cases included; null when there is no such zone. */
export function knownTimeZone(name: string): string | null {
  // Intl also takes bare offsets such as +02:00, which are no zones.
  if (!/^[A-Za-z]/.test(name)) return null
  let resolved: string
  try {
    resolved = new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return null
  }
  return resolved.toLowerCase() === name.toLowerCase() ? resolved : (SPELLED.get(name.toLowerCase()) ?? name)
}

/** Intl answers an alias with the zone it stands for; the caller wants the name it asked for. */
const SPELLED: ReadonlyMap<string, string> = new Map(
  ['UTC', 'GMT', ...Intl.supportedValuesOf('timeZone')].map(name => [name.toLowerCase(), name]),
)
