/** A new moon to count from, and the mean time between two: good to about half a day. */
const NEW_MOON = Date.UTC(2000, 0, 6, 18, 14)
const MONTH_DAYS = 29.530588853
const DAY_MS = 86_400_000

const NAMES = [
  'new moon',
  'waxing crescent',
  'first quarter',
  'waxing gibbous',
  'full moon',
  'waning gibbous',
  'last quarter',
  'waning crescent',
]

export function moonPhase(date) {
  const months = (date.getTime() - NEW_MOON) / DAY_MS / MONTH_DAYS
  const phase = months - Math.floor(months)
  return {
    name: NAMES[Math.round(phase * 8) % 8],
    illuminated: Math.round(((1 - Math.cos(2 * Math.PI * phase)) / 2) * 100),
  }
}
