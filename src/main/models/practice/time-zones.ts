/** Places people name that are no city of the zone database, and names that browsers still list under an old form. */
const PLACES: Readonly<Record<string, string>> = {
  utc: 'UTC',
  gmt: 'UTC',
  japan: 'Asia/Tokyo',
  china: 'Asia/Shanghai',
  beijing: 'Asia/Shanghai',
  india: 'Asia/Kolkata',
  mumbai: 'Asia/Kolkata',
  delhi: 'Asia/Kolkata',
  kolkata: 'Asia/Kolkata',
  calcutta: 'Asia/Kolkata',
  kathmandu: 'Asia/Kathmandu',
  yangon: 'Asia/Yangon',
  'ho chi minh city': 'Asia/Ho_Chi_Minh',
  'buenos aires': 'America/Argentina/Buenos_Aires',
  kyiv: 'Europe/Kyiv',
  kiev: 'Europe/Kyiv',
  germany: 'Europe/Berlin',
  munich: 'Europe/Berlin',
  hamburg: 'Europe/Berlin',
  france: 'Europe/Paris',
  uk: 'Europe/London',
  england: 'Europe/London',
  'san francisco': 'America/Los_Angeles',
  california: 'America/Los_Angeles',
  seattle: 'America/Los_Angeles',
  boston: 'America/New_York',
  washington: 'America/New_York',
  miami: 'America/New_York',
}

/** "Tokyo", "New York", "Asia/Tokyo" to a zone of the IANA database; null when nobody knows the place. */
export function zoneOf(place: string): string | null {
  const wanted = place.trim().toLowerCase().replaceAll('_', ' ')
  const known = PLACES[wanted]
  if (known && Object.hasOwn(PLACES, wanted)) return known
  const zones = Intl.supportedValuesOf('timeZone')
  const named = (zone: string) => zone.toLowerCase().replaceAll('_', ' ')
  return (
    zones.find(zone => named(zone) === wanted) ?? zones.find(zone => named(zone).split('/').at(-1) === wanted) ?? null
  )
}
