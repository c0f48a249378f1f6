/** One line of well-formed text without control characters, cut between characters. */
export function oneLine(text: string, longest = 300): string {
  const line = text
    .slice(0, 20 * longest)
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
  const characters = [...line]
  return characters.length > longest ? `${characters.slice(0, longest - 1).join('')}…` : line
}
