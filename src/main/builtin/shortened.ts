const LONGEST = 80

/** What was sent, inside a sentence about it: short, on one line, and nothing in it that is not seen. */
export function shortened(text: unknown): string {
  const line = String(text)
    .slice(0, 8 * LONGEST)
    .replace(/[\s\p{C}]+/gu, ' ')
    .trim()
  const characters = [...line]
  return characters.length > LONGEST ? `${characters.slice(0, LONGEST).join('')}…` : line
}
