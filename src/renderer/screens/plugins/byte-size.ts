const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

/** "184 kB": as file managers say it. */
export function byteSize(bytes: number): string {
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), UNITS.length - 1)
  const format = new Intl.NumberFormat('en', {
    style: 'unit',
    unit: UNITS[power],
    unitDisplay: power === 0 ? 'long' : 'short',
    maximumSignificantDigits: 3,
  })
  return format.format(bytes / 1_000 ** power)
}
