const NUMBER = /^-?\d*\.?\d+(e[+-]?\d+)?$/i

/** Whether these digits are kept as they stand; a whole number of more than 15 digits may become another one. */
export function isExact(digits: string): boolean {
  const number = Number(digits)
  if (!Number.isFinite(number)) return false
  return !Number.isInteger(number) || Number.isSafeInteger(number)
}

/** The number that was typed; null for text that is none, or that would become another number than stands there. */
export function typedNumber(text: string): number | null {
  const plain = text.trim()
  return NUMBER.test(plain) && isExact(plain) ? Number(plain) : null
}
