import { plainName } from '../text/plain-name.ts'

const LONGEST = 180

/** Text of models and tools for a notification: one line, without the marks of Markdown, cut between characters. */
export function plainText(text: string): string {
  const line = plainName(text.slice(0, 20 * LONGEST).replace(/\[([^\]\n]*)\]\([^)\n]*\)|[*`]+/g, '$1'))
  const characters = [...line]
  return characters.length > LONGEST ? `${characters.slice(0, LONGEST - 1).join('')}…` : line
}
