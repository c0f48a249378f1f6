/** Noon in UTC of a day written as 2026-06-21. */
export function dateOf(day) {
  return new Date(`${day}T12:00:00Z`)
}

export function daylight(seconds) {
  const minutes = Math.round(seconds / 60)
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
