/** What a person typed as a number, or the text itself while it is none; the check when saving says so. */
export function parseNumber(text: string): number | string {
  const plain = text.trim().replace(/^([+-]?\d*),(\d+)$/, '$1.$2')
  return plain !== '' && Number.isFinite(Number(plain)) ? Number(plain) : text
}

/** One step up or down, inside the bounds. */
export function stepNumber(value: unknown, by: number, minimum: number | null, maximum: number | null): number {
  const from = typeof value === 'number' ? value : (minimum ?? 0) - by
  const next = Number((from + by).toPrecision(12))
  return Math.min(Math.max(next, minimum ?? Number.NEGATIVE_INFINITY), maximum ?? Number.POSITIVE_INFINITY)
}
