import { plainName } from '../text/plain-name.ts'

/** One line of text as a name is written, cut between characters. */
export function oneLine(text: string, longest = 300): string {
  const line = plainName(text.slice(0, 20 * longest))
  const characters = [...line]
  return characters.length > longest ? `${characters.slice(0, longest - 1).join('')}…` : line
}
